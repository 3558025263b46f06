package encore.infra.standalone;

import encore.api.operations.Readiness;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reports the health of a gateway, alone or with both sides in its process. */
@Configuration(proxyBeanMethods = false)
class GatewayCondition {

    @Bean
    Condition condition(Readiness readiness) {
        return new Condition() {
            @Override
            public Told now() {
                Readiness.State now = readiness.now();
                return new Told(now.isUp(), now);
            }

            @Override
            public boolean isBroken() {
                return readiness.isBroken();
            }
        };
    }
}
