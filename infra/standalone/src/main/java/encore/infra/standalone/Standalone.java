package encore.infra.standalone;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Starts everything in one JVM, on embedded storage or on MongoDB. {@code ./encore run} runs it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan({"encore.command", "encore.query", "encore.api"})
@Import({
    LogStores.class,
    ViewStores.class,
    DirectConfiguration.class,
    DemoAccount.class,
    LogMeters.class,
    GatewayCondition.class,
    ManagementPort.class,
    Greeting.class
})
public class Standalone {

    public static void main(String[] args) {
        Launch.run(Part.ALL, Standalone.class, args);
    }
}
