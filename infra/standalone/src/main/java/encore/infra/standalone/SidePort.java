package encore.infra.standalone;

import encore.infra.backend.peer.PeerServer;
import encore.infra.eventstore.log.EventLog;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A side's port for gateways. It opens after everything else has started, and is drained before anything else stops.
 */
class SidePort implements SmartLifecycle, Condition {

    private static final Logger LOG = LoggerFactory.getLogger(SidePort.class);

    /** A node that has not heard from the log for this long reports that it is cut off: its answers may be outdated. */
    private static final Duration CUT_OFF = Duration.ofSeconds(1);

    private final NodeSettings settings;
    private final EventLog log;
    private final Supplier<PeerServer> opening;
    private volatile @Nullable PeerServer server;

    SidePort(NodeSettings settings, EventLog log, Supplier<PeerServer> opening) {
        this.settings = settings;
        this.log = log;
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

    private record Health(String status, String node) {}

    @Override
    public Told now() {
        String status = status();
        return new Told(status.equals("up"), new Health(status, settings.node()));
    }

    private String status() {
        if (log.isBroken()) {
            return "broken";
        }
        if (log.heardAgo().compareTo(CUT_OFF) > 0) {
            return "cut-off";
        }
        String trouble = log.trouble();
        if (trouble != null) {
            return trouble;
        }
        return isRunning() ? "up" : "starting";
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
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
