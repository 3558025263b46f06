package encore.infra.standalone;

import encore.infra.backend.Backend;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.client.RSocketBackend;
import encore.infra.standalone.management.GatewayHealthConfiguration;
import encore.infra.standalone.management.ManagementPort;
import encore.infra.standalone.management.MeterUnits;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.PeerEncryption;
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
@Import({GatewayHealthConfiguration.class, ManagementPort.class, MeterUnits.class, PeerEncryption.class})
public class GatewayNode {

    public static void main(String[] args) {
        NodeLauncher.run(NodeRole.GATEWAY, GatewayNode.class, args);
    }

    @Bean
    Backend backend(NodeSettings settings, PeerTls tls, MeterRegistry meters) {
        RSocketBackend backend = new RSocketBackend(
                Objects.requireNonNull(settings.commandNodes()),
                Objects.requireNonNull(settings.queryNodes()),
                settings.node(),
                Objects.requireNonNull(settings.secret()),
                tls);
        for (NodeRole side : new NodeRole[] {NodeRole.COMMAND, NodeRole.QUERY}) {
            Gauge.builder("encore.up.nodes", backend, it -> up(it, side.label()))
                    .description("Nodes of a side that this gateway sends requests to")
                    .tag("side", side.label())
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
