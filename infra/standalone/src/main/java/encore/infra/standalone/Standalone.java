package encore.infra.standalone;

import encore.infra.standalone.demo.DemoAccount;
import encore.infra.standalone.management.GatewayHealthConfiguration;
import encore.infra.standalone.management.ManagementPort;
import encore.infra.standalone.management.MeterUnits;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.standalone.stores.LogMeters;
import encore.infra.standalone.stores.LogStoreConfiguration;
import encore.infra.standalone.stores.ViewStoreConfiguration;
import encore.infra.standalone.stores.WebhookMeters;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Starts everything in one JVM, on embedded storage or on MongoDB. {@code ./encore run} runs it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ComponentScan({"encore.command", "encore.query", "encore.api"})
@Import({
    LogStoreConfiguration.class,
    ViewStoreConfiguration.class,
    DirectBackendConfiguration.class,
    DemoAccount.class,
    LogMeters.class,
    WebhookMeters.class,
    MessagesConfiguration.class,
    GatewayHealthConfiguration.class,
    ManagementPort.class,
    MeterUnits.class,
    Greeting.class
})
public class Standalone {

    public static void main(String[] args) {
        NodeLauncher.run(NodeRole.ALL, Standalone.class, args);
    }
}
