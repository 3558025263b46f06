package encore.api.shows.chat;

import encore.api.problems.Problem;
import encore.kernel.shows.chat.CountedAction;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Answers that actions of fans in a show have in common. */
final class ChatCalls {

    private ChatCalls() {}

    /** Returns the refusal of an action beyond the fan's limit. */
    static Problem tooMany(long retryAfter) {
        return Problem.tooMany(
                "too-many-actions", "The fan does this too often in this show.", Duration.ofSeconds(retryAfter));
    }

    /** Completes for an action within the limit; fails with a {@link Problem} (429) for another one. */
    static Mono<Void> mustBeWithin(CountedAction counted) {
        Long retryAfter = counted.retryAfter();
        return retryAfter == null ? Mono.empty() : Mono.error(tooMany(retryAfter));
    }

    /** Throws a {@link Problem} (401) when a frame names another account or fan than the session's. */
    static void mustBeOwn(@Nullable Long named, long own, String field) {
        if (named != null && named != own) {
            throw Problem.unauthorized("foreign-session", "The " + field + " is not that of the session.");
        }
    }
}
