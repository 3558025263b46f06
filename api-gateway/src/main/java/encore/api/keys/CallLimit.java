package encore.api.keys;

import encore.api.problems.Problem;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.time.Instant;
import org.springframework.http.HttpHeaders;

/** So many calls a minute: whole minutes from the first, so that a client can be told when the next begins. */
public final class CallLimit {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final int calls;
    private final String policy;
    private final long start = System.nanoTime();
    private final RateLimiter limiter;

    CallLimit(int calls) {
        this.calls = calls;
        policy = "\"account\";q=" + calls + ";w=" + MINUTE.toSeconds();
        limiter = RateLimiter.of(
                "account",
                RateLimiterConfig.custom()
                        .limitForPeriod(calls)
                        .limitRefreshPeriod(MINUTE)
                        .timeoutDuration(Duration.ZERO)
                        .build(),
                this::elapsed);
    }

    int calls() {
        return calls;
    }

    /** Whether one more call is within the limit; it counts. */
    public boolean admits() {
        return limiter.acquirePermission();
    }

    /** Why a call beyond the limit is refused. */
    public Problem exceeded() {
        return Problem.tooMany("rate-limit", "The account may make " + calls + " calls a minute here.", untilReset());
    }

    /** Until the next minute begins, in whole seconds, at least 1. */
    public Duration untilReset() {
        long left = MINUTE.toNanos() - elapsed() % MINUTE.toNanos();
        return Duration.ofSeconds((left + 999_999_999) / 1_000_000_000);
    }

    /** The IETF draft's fields, and those that came before it. */
    public void describe(HttpHeaders headers) {
        long seconds = untilReset().toSeconds();
        String remaining = Integer.toString(Math.max(0, limiter.getMetrics().getAvailablePermissions()));
        headers.set("RateLimit-Policy", policy);
        headers.set("RateLimit", "\"account\";r=" + remaining + ";t=" + seconds);
        headers.set("X-RateLimit-Limit", Integer.toString(calls));
        headers.set("X-RateLimit-Remaining", remaining);
        headers.set("X-RateLimit-Reset", Long.toString(Instant.now().getEpochSecond() + seconds));
    }

    private long elapsed() {
        return System.nanoTime() - start;
    }
}
