package encore.infra.standalone;

import encore.infra.backend.peer.PeerServer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** A side's port for gateways: opened after all else is there, and drained before anything else stops. */
class SidePort implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(SidePort.class);

    private final NodeSettings settings;
    private final Supplier<PeerServer> opening;
    private volatile @Nullable PeerServer server;

    SidePort(NodeSettings settings, Supplier<PeerServer> opening) {
        this.settings = settings;
        this.opening = opening;
    }

    @Override
    public void start() {
        PeerServer opened = opening.get();
        server = opened;
        LOG.info("{} answers gateways at port {}", settings.node(), opened.port());
    }

    @Override
    public void stop() {
        PeerServer open = server;
        if (open != null) {
            open.close();
            server = null;
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
