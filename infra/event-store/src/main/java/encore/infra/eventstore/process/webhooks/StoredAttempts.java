package encore.infra.eventstore.process.webhooks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The attempts of a webhook that were made since the commit before, oldest first. */
public record StoredAttempts(List<StoredAttempt> attempts) {

    public StoredAttempts {
        attempts = List.copyOf(attempts);
    }

    /**
     * One call of a webhook.
     *
     * @param position the event's position
     * @param at the time of the call, in milliseconds since 1970
     * @param status the status of the answer; null for none
     * @param failure the kind of failure; null for a success
     * @param isReplay whether the message belonged to a replay
     */
    public record StoredAttempt(
            String messageId,
            long position,
            long at,
            @Nullable Integer status,
            long durationMillis,
            @Nullable String failure,
            boolean isReplay) {}
}
