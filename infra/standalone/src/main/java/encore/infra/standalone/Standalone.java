package encore.infra.standalone;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.ComponentScan;

/** Starts everything in one JVM on embedded storage: what {@code ./encore run} runs. */
@SpringBootConfiguration
@EnableAutoConfiguration
@ConfigurationPropertiesScan("encore")
@ComponentScan({"encore.command", "encore.query", "encore.api", "encore.infra.standalone"})
public class Standalone {

    public static void main(String[] args) {
        SpringApplication.run(Standalone.class, args);
    }
}
