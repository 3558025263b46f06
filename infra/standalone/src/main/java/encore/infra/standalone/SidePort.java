package encore.infra.standalone;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.infra.backend.peer.server.PeerServer;
import encore.infra.eventstore.log.EventLog;
import encore.infra.standalone.management.NodeHealth;
import encore.infra.standalone.settings.NodeSettings;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A side's port for gateways. It opens after everything else has started, and is drained before anything else stops.
 */
class SidePort implements SmartLifecycle, NodeHealth {

    private static final Logger LOG = LoggerFactory.getLogger(SidePort.class);

    /** A node that has not heard from the log for this long reports that it is cut off: its answers may be outdated. */
    private static final Duration MAX_SILENCE = Duration.ofSeconds(1);

    private final NodeSettings settings;
    private final EventLog log;
    private final Supplier<PeerServer> serverSupplier;
    private volatile @Nullable PeerServer server;

    SidePort(NodeSettings settings, EventLog log, Supplier<PeerServer> serverSupplier) {
        this.settings = settings;
        this.log = log;
        this.serverSupplier = serverSupplier;
    }

    @Override
    public void start() {
        PeerServer opened = serverSupplier.get();
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

    private record Health(
            String status,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String warning,

            String node) {}

    @Override
    public HealthReport report() {
        String status = status();
        return new HealthReport(status.equals("up"), new Health(status, log.warning(), settings.node()));
    }

    private String status() {
        if (log.isBroken()) {
            return "broken";
        }
        if (log.timeSinceLastContact().compareTo(MAX_SILENCE) > 0) {
            return "cut-off";
        }
        String trouble = log.problem();
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
