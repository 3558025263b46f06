package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.keys.Keys;
import encore.infra.backend.Backend;
import java.util.List;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells whether the process lives, and whether it should be sent requests. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/health")
class HealthController {

    record Health(String status) {}

    /** Beside the status, the nodes of both sides that this gateway sees; none when they are in its own process. */
    record Readiness(String status, List<Backend.Node> nodes) {
        Readiness {
            nodes = List.copyOf(nodes);
        }
    }

    private static final Health UP = new Health("up");
    private static final Health BROKEN = new Health("broken");

    private final Keys keys;
    private final Backend backend;
    private volatile boolean stopping;

    HealthController(Keys keys, Backend backend) {
        this.keys = keys;
        this.backend = backend;
    }

    @EventListener
    void stop(ContextClosedEvent closed) {
        stopping = true;
    }

    @Description("Whether the process lives; 503 when it has to be started anew")
    @GetMapping({"", "/live"})
    ResponseEntity<Health> live() {
        return backend.isBroken()
                ? ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(BROKEN)
                : ResponseEntity.ok(UP);
    }

    @Description(
            "Ready once every projection has reached the head that the log had at start; 503 before, and while something keeps"
                    + " writes away, which status then says")
    @GetMapping("/ready")
    ResponseEntity<Readiness> ready() {
        List<Backend.Node> nodes = backend.nodes();
        if (stopping) {
            return notReady("stopping", nodes);
        }
        String trouble = backend.trouble();
        if (trouble != null) {
            return notReady(trouble, nodes);
        }
        boolean decides =
                nodes.isEmpty() || nodes.stream().anyMatch(node -> node.side().equals("command") && node.up());
        return keys.isReady() && keys.isCaughtUp() && decides
                ? ResponseEntity.ok(new Readiness("up", nodes))
                : notReady("starting", nodes);
    }

    private static ResponseEntity<Readiness> notReady(String status, List<Backend.Node> nodes) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(new Readiness(status, nodes));
    }
}
