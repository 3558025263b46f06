package encore.api.operations;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import encore.api.keys.KeyRegistry;
import encore.infra.backend.Backend;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Decides whether this gateway is ready for requests. */
@Component
public class Readiness {

    /**
     * The gateway's readiness.
     *
     * @param warning a sentence about a fault that prevents no call, or null
     * @param nodes the nodes of both sides that this gateway sees; empty when both sides run in its own process
     */
    public record State(
            String status,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String warning,

            List<Backend.Node> nodes) {
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
                        : keyRegistry.isServing() && keyRegistry.isCaughtUp() && commandSideUp ? UP : "starting",
                backend.warning(),
                nodes);
    }
}
