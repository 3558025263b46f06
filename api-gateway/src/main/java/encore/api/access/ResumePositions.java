package encore.api.access;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/**
 * Makes sure that the log has the position after which a client resumes. A client that outlived the restore of a backup
 * names a position that the log will have again, for other events: it would miss these without a word.
 */
public final class ResumePositions {

    /** The header of a refusal with the log's last position. Frames carry it as the field {@code head}. */
    public static final String HEAD = "Encore-Head";

    /** The wait for a node that is late. A read waits for Encore-Min-Position as long. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Clients that come back at the same time share one question for the head. */
    private static final Duration SHARED = Duration.ofMillis(20);

    private final Backend backend;
    private final Map<Long, Mono<Long>> heads = new ConcurrentHashMap<>();

    public ResumePositions(Backend backend) {
        this.backend = backend;
    }

    /**
     * Completes when the log has reached a position. The Mono fails with a {@link Problem} (400, {@code
     * after-beyond-head}) when it has not within two seconds.
     *
     * @param after null for no position
     */
    public Mono<Void> require(long account, @Nullable Long after) {
        return after == null || after == 0
                ? Mono.empty()
                : Mono.defer(() -> require(account, after, System.nanoTime() + MAX_WAIT.toNanos()));
    }

    private Mono<Void> require(long account, long after, long deadline) {
        return head(account).flatMap(head -> {
            if (head >= after) {
                return Mono.<Void>empty();
            }
            if (System.nanoTime() - deadline >= 0) {
                return Mono.error(beyondHead(head));
            }
            return Mono.delay(PAUSE).then(Mono.defer(() -> require(account, after, deadline)));
        });
    }

    private Mono<Long> head(long account) {
        return heads.computeIfAbsent(
                account,
                number -> backend.ask(
                                new Caller(number, "live", RequestContext.defaults()),
                                new FindLiveEvents(number, null, 1))
                        .map(LiveEvents::next)
                        .cache(SHARED));
    }

    private static Problem beyondHead(long head) {
        return new Problem(
                HttpStatus.BAD_REQUEST,
                "after-beyond-head",
                "The log ends at position " + head + ", before the position in after: it was restored from a backup, or"
                        + " is another log. Read the present state again, and follow from there.",
                List.of(new FieldError("after", ErrorCode.RANGE, "is beyond the log's last position, " + head)),
                Map.of(HEAD, Long.toString(head)));
    }
}
