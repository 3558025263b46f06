package encore.api.operations;

import com.fasterxml.jackson.annotation.JsonIgnore;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import java.util.List;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Decides whether this gateway is ready for requests. */
@Component
public class Readiness {

    /**
     * The gateway's readiness.
     *
     * @param nodes the nodes of both sides that this gateway sees; empty when both sides run in its own process
     */
    public record State(String status, List<Backend.Node> nodes) {
        public State {
            nodes = List.copyOf(nodes);
        }

        @JsonIgnore
        public boolean isUp() {
            return status.equals(UP);
        }
    }

    static final String UP = "up";
    static final String BROKEN = "broken";

    private final KeyRegistry keyRegistry;
    private final Backend backend;
    private volatile boolean stopping;

    Readiness(KeyRegistry keyRegistry, Backend backend) {
        this.keyRegistry = keyRegistry;
        this.backend = backend;
    }

    @EventListener
    void stop(ContextClosedEvent closed) {
        stopping = true;
    }

    /** Whether the process must be restarted. */
    public boolean isBroken() {
        return backend.isBroken();
    }

    public State state() {
        List<Backend.Node> nodes = backend.nodes();
        boolean commandSideUp =
                nodes.isEmpty() || nodes.stream().anyMatch(node -> node.side().equals("command") && node.up());
        String trouble = stopping ? "stopping" : backend.problem();
        return new State(
                trouble != null
                        ? trouble
                        : keyRegistry.isReady() && keyRegistry.isCaughtUp() && commandSideUp ? UP : "starting",
                nodes);
    }
}
