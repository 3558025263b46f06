package encore.infra.standalone.management;

import encore.api.operations.Readiness;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reports the health of a gateway, alone or with both sides in its process. */
@Configuration(proxyBeanMethods = false)
public class GatewayHealthConfiguration {

    @Bean
    NodeHealth condition(Readiness readiness) {
        return new NodeHealth() {
            @Override
            public HealthReport report() {
                Readiness.State now = readiness.state();
                return new HealthReport(now.isUp(), now);
            }

            @Override
            public boolean isBroken() {
                return readiness.isBroken();
            }
        };
    }
}
