package encore.infra.standalone;

import encore.infra.backend.QuerySide;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.PeerServer;
import encore.infra.eventstore.log.EventLog;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.PeerEncryption;
import java.time.Duration;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Opens the port on which gateways reach the query side of this process. */
@Configuration(proxyBeanMethods = false)
@Import(PeerEncryption.class)
class QueryPort {

    /**
     * A node that has not heard from the log for this long does not answer queries for the newest state; another node
     * does.
     */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(1);

    @Bean
    SidePort sidePort(QuerySide side, EventLog log, NodeSettings settings, PeerTls tls) {
        return new SidePort(
                settings,
                log,
                () -> PeerServer.of(
                        side,
                        () -> log.timeSinceLastContact().compareTo(MAX_SILENCE) < 0,
                        settings.bind(),
                        settings.peerPort(),
                        settings.node(),
                        Objects.requireNonNull(settings.secret()),
                        tls));
    }
}
