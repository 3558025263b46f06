package encore.api;

import encore.api.limits.LoginLimitSettings;
import encore.api.netty.LenientUriHandler;
import encore.api.places.GeoipSettings;
import encore.api.problems.UnreadableRequestHandler;
import encore.api.server.CrowdSettings;
import encore.api.server.GatewaySettings;
import encore.infra.backend.egress.EgressSettings;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.PriorityOrdered;

/** Configures the gateway, whose parts are components found by scanning {@code encore.api}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    GatewaySettings.class,
    CrowdSettings.class,
    GeoipSettings.class,
    LoginLimitSettings.class,
    EgressSettings.class
})
@PropertySource("classpath:encore-gateway.properties")
public class GatewayConfiguration {

    @Bean
    static WebServerFactoryCustomizer<NettyReactiveWebServerFactory> requestDecodingCustomizer(MeterRegistry meters) {
        return new RequestDecodingCustomizer(meters);
    }

    /** Runs before all other customizers, so that the handlers that they add stand nearer to the codec. */
    private record RequestDecodingCustomizer(MeterRegistry meters)
            implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, PriorityOrdered {

        @Override
        public void customize(NettyReactiveWebServerFactory factory) {
            factory.addServerCustomizers(
                    LenientUriHandler::install, server -> UnreadableRequestHandler.install(server, meters));
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}
