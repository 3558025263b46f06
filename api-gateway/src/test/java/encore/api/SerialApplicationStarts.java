package encore.api;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts and ends applications one after the other, as test classes run beside each other: Spring Boot sets logging up for the
 * whole JVM at each start, and takes it down at each end.
 */
final class SerialApplicationStarts {

    private SerialApplicationStarts() {}

    static synchronized ConfigurableApplicationContext started(SpringApplication application) {
        return application.run();
    }

    static synchronized void end(ConfigurableApplicationContext context) {
        context.close();
    }
}
