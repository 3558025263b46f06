package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers anybody whether the process is alive and ready for requests. The management port shows more. */
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
            "Whether the gateway is ready for requests: 503 until every projection has reached the head that the log"
                    + " had at the start, and while writes are not possible; status names the reason")
    @GetMapping("/ready")
    ResponseEntity<Health> checkReadiness() {
        Readiness.State now = readiness.state();
        return ResponseEntity.status(now.isUp() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .body(new Health(now.status()));
    }
}
