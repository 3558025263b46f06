package encore.infra.standalone;

import encore.infra.backend.Backend;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.RSocketBackend;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Starts a gateway as a process of its own. {@code ./encore gateway} runs it. It stores nothing. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan("encore.api")
@Import({GatewayCondition.class, ManagementPort.class, PeerEncryption.class})
public class GatewayNode {

    public static void main(String[] args) {
        Launch.run(Part.GATEWAY, GatewayNode.class, args);
    }

    @Bean
    Backend backend(NodeSettings settings, PeerTls tls, MeterRegistry meters) {
        RSocketBackend backend = new RSocketBackend(
                Objects.requireNonNull(settings.commandNodes()),
                Objects.requireNonNull(settings.queryNodes()),
                settings.node(),
                Objects.requireNonNull(settings.secret()),
                tls);
        for (Part side : new Part[] {Part.COMMAND, Part.QUERY}) {
            Gauge.builder("encore.nodes.up", backend, it -> up(it, side.word()))
                    .description("Nodes of a side that this gateway sends requests to")
                    .tag("side", side.word())
                    .register(meters);
        }
        return backend;
    }

    private static long up(Backend backend, String side) {
        return backend.nodes().stream()
                .filter(node -> node.side().equals(side) && node.up())
                .count();
    }
}
