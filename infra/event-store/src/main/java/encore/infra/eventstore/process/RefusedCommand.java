package encore.infra.eventstore.process;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command of an automation that was refused by a rule, which is a normal outcome.
 *
 * @param kind the kind of the refusal
 * @param reason the type of the refusal
 * @param at the time of the refusal
 * @param timer the timer that it was named for; null if it was named for an event
 */
public record RefusedCommand(
        long position,
        long ordinal,
        long account,
        String command,
        String kind,
        String reason,
        Instant at,
        @Nullable AutomationTimer timer) {

    public static final String PREFIX = "refused/";

    public String key() {
        return OutboxCommand.key(PREFIX, position, ordinal, timer);
    }
}
