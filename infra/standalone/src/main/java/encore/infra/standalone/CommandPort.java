package encore.infra.standalone;

import encore.infra.backend.CommandSide;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.PeerServer;
import encore.infra.eventstore.log.EventLog;
import encore.infra.standalone.settings.NodeSettings;
import encore.infra.standalone.settings.PeerEncryption;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Opens the port on which gateways reach the command side of this process. */
@Configuration(proxyBeanMethods = false)
@Import(PeerEncryption.class)
class CommandPort {

    @Bean
    SidePort sidePort(CommandSide side, EventLog log, NodeSettings settings, PeerTls tls) {
        return new SidePort(
                settings,
                log,
                () -> PeerServer.of(
                        side,
                        settings.bind(),
                        settings.peerPort(),
                        settings.node(),
                        Objects.requireNonNull(settings.secret()),
                        tls));
    }
}
