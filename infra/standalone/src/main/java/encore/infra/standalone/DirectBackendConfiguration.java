package encore.infra.standalone;

import encore.infra.backend.Backend;
import encore.infra.backend.CommandSide;
import encore.infra.backend.DirectBackend;
import encore.infra.backend.QuerySide;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects the sides by direct calls when all are in one JVM. */
@Configuration(proxyBeanMethods = false)
class DirectBackendConfiguration {

    @Bean
    Backend backend(CommandSide commands, QuerySide queries) {
        return new DirectBackend(commands, queries);
    }
}
