package encore.api.keys;

import encore.api.problems.Problem;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.time.Duration;

/** Limits the calls a minute. It counts in fixed minutes, so that a client can learn when the next one begins. */
public final class CallLimit {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final AsciiString POLICY = AsciiString.cached("RateLimit-Policy");
    private static final AsciiString LIMIT = AsciiString.cached("RateLimit");
    private static final AsciiString OLD_LIMIT = AsciiString.cached("X-RateLimit-Limit");
    private static final AsciiString OLD_REMAINING = AsciiString.cached("X-RateLimit-Remaining");
    private static final AsciiString OLD_RESET = AsciiString.cached("X-RateLimit-Reset");

    private final int callsPerMinute;
    private final AsciiString policy;
    private final AsciiString limitHeader;
    private final long start = System.nanoTime();
    private final RateLimiter limiter;

    CallLimit(int calls) {
        this.callsPerMinute = calls;
        policy = AsciiString.cached("\"account\";q=" + calls + ";w=" + MINUTE.toSeconds());
        limitHeader = AsciiString.cached(Integer.toString(calls));
        limiter = RateLimiter.of(
                "account",
                RateLimiterConfig.custom()
                        .limitForPeriod(calls)
                        .limitRefreshPeriod(MINUTE)
                        .timeoutDuration(Duration.ZERO)
                        .build(),
                this::elapsed);
    }

    int callsPerMinute() {
        return callsPerMinute;
    }

    /** Counts one more call; returns whether it is within the limit. */
    public boolean tryCall() {
        return limiter.acquirePermission();
    }

    /**
     * Counts the rows of a bulk call that has been counted as one call: so many rows are one call. A call with more rows than
     * a whole minute's limit takes what is left of the minute.
     *
     * @param rowsOfACall the number of rows that count as one call
     * @return whether they are within the limit
     */
    public boolean tryRows(int rows, int rowsOfACall) {
        int more = Math.min((rows - 1) / rowsOfACall, callsPerMinute - 1);
        return more <= 0 || limiter.acquirePermission(more);
    }

    /** Returns the problem for a call beyond the limit. */
    public Problem exceededProblem() {
        return Problem.tooMany(
                "rate-limit", "The account may make " + callsPerMinute + " calls a minute here.", untilReset());
    }

    /** Returns the time until the next minute begins, in whole seconds, at least one. */
    public Duration untilReset() {
        long left = MINUTE.toNanos() - elapsed() % MINUTE.toNanos();
        return Duration.ofSeconds((left + 999_999_999) / 1_000_000_000);
    }

    /** Sets the header fields of the IETF draft and the older {@code X-RateLimit} ones. */
    public void writeHeaders(HttpHeaders headers) {
        long seconds = untilReset().toSeconds();
        String remaining = Integer.toString(Math.max(0, limiter.getMetrics().getAvailablePermissions()));
        headers.set(POLICY, policy);
        headers.set(LIMIT, "\"account\";r=" + remaining + ";t=" + seconds);
        headers.set(OLD_LIMIT, limitHeader);
        headers.set(OLD_REMAINING, remaining);
        headers.set(OLD_RESET, Long.toString(System.currentTimeMillis() / 1_000 + seconds));
    }

    private long elapsed() {
        return System.nanoTime() - start;
    }
}
