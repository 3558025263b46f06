package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Keys;
import encore.api.access.Lock;
import encore.api.http.About;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Whether the process lives, and whether it should be sent requests. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/health")
class HealthController {

    record Health(String status) {}

    private static final Health UP = new Health("up");
    private static final Health STARTING = new Health("starting");
    private static final Health STOPPING = new Health("stopping");

    private final Keys keys;
    private volatile boolean stopping;

    HealthController(Keys keys) {
        this.keys = keys;
    }

    @EventListener
    void stop(ContextClosedEvent closed) {
        stopping = true;
    }

    @About("Whether the process lives")
    @GetMapping({"", "/live"})
    Health live() {
        return UP;
    }

    @About("Ready once every projection has reached the head that the log had at start; 503 before")
    @GetMapping("/ready")
    ResponseEntity<Health> ready() {
        if (stopping) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(STOPPING);
        }
        return keys.isReady() && keys.isCaughtUp()
                ? ResponseEntity.ok(UP)
                : ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(STARTING);
    }
}
