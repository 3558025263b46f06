package encore.api;

import encore.api.netty.LenientAddresses;
import encore.api.problems.UnreadableRequests;
import encore.api.server.GatewaySettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.PriorityOrdered;

/** Configures the gateway, whose parts are components found by scanning {@code encore.api}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GatewaySettings.class)
@PropertySource("classpath:encore-gateway.properties")
public class GatewayConfiguration {

    @Bean
    static WebServerFactoryCustomizer<NettyReactiveWebServerFactory> requestsOnTheirWayIn() {
        return new RequestsOnTheirWayIn();
    }

    /** Runs before all other customizers, so that the handlers that they add stand nearer to the codec. */
    private static final class RequestsOnTheirWayIn
            implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory>, PriorityOrdered {

        @Override
        public void customize(NettyReactiveWebServerFactory factory) {
            factory.addServerCustomizers(LenientAddresses::on, UnreadableRequests::on);
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}
