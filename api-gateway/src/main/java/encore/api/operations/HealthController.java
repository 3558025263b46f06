package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells anybody whether the process lives and should be sent requests; more is told at the management port. */
@RestController
@Access(lock = Lock.OPEN)
@RequestMapping("/health")
class HealthController {

    record Health(String status) {}

    private final Readiness readiness;

    HealthController(Readiness readiness) {
        this.readiness = readiness;
    }

    @Description("Checks whether the process lives; 503 if it has to be restarted")
    @GetMapping({"/live", ""})
    ResponseEntity<Health> checkLiveness() {
        return readiness.isBroken()
                ? ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(new Health(Readiness.BROKEN))
                : ResponseEntity.ok(new Health(Readiness.UP));
    }

    @Description(
            "Ready once every projection has reached the head that the log had at start; 503 before, and while something keeps"
                    + " writes away, which status then says")
    @GetMapping("/ready")
    ResponseEntity<Health> checkReadiness() {
        Readiness.State now = readiness.now();
        return ResponseEntity.status(now.isUp() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .body(new Health(now.status()));
    }
}
