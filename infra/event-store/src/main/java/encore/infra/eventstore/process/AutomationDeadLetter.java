package encore.infra.eventstore.process;

import org.jspecify.annotations.Nullable;

/**
 * A dead letter of an automation: a command that failed, an event or a timer that could not be applied, or a later
 * command or event of the same key that waits for it. Nothing of its key goes on until it is retried. It contains
 * neither payload nor message.
 *
 * @param position the event's position; of a timer, that of the last event before it
 * @param ordinal the command's number; 0 for the event or the timer itself
 * @param key the command's order key, the event's stream, or the entry of the timer
 * @param cause the exception's simple name; {@link #WAITING} if it only waits
 * @param timer the timer that is blocked or whose command is; null for an event or its command
 */
public record AutomationDeadLetter(
        long position,
        long ordinal,
        long account,
        String key,
        String cause,
        int attempts,
        @Nullable AutomationTimer timer) {

    public static final String PREFIX = "letter/";
    public static final String WAITING = "BehindDeadLetter";

    public String id() {
        return key(position, ordinal, timer);
    }

    public static String key(long position, long ordinal, @Nullable AutomationTimer timer) {
        return OutboxCommand.key(PREFIX, position, ordinal, timer);
    }
}
