package encore.infra.eventstore.process;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A command in an automation's outbox: its outcome is not known yet.
 *
 * @param position of the event that it was named for; of the last event before the timer that it was named for
 * @param ordinal its place among those of the event or of the timer, from 1
 * @param account whose it is
 * @param orderKey those of one key go out one after the other
 * @param command the stored name of its type
 * @param timer the timer that it was named for; null if it was named for the event
 */
public record OutboxCommand(
        long position,
        long ordinal,
        long account,
        String orderKey,
        String command,
        JsonNode body,
        @Nullable AutomationTimer timer) {

    public static final String PREFIX = "outbox/";

    public String key() {
        return key(PREFIX, position, ordinal, timer);
    }

    /**
     * Returns the command's request id: {@code <automation>@<position>/<ordinal>} for one of an event, {@code
     * <automation>/<key>@<instant>} for the first one of a timer, {@code <automation>/<key>@<instant>/<ordinal>} for its
     * others.
     */
    public String requestId(String automation) {
        if (timer == null) {
            return automation + "@" + position + "/" + ordinal;
        }
        String first = automation + "/" + timer.id();
        return ordinal == 1 ? first : first + "/" + ordinal;
    }

    /** Returns the position of the event that caused it. */
    public long cause() {
        return timer == null ? position : timer.since();
    }

    /** Returns a key that sorts as commands are named: those of timers after those of the event before. */
    static String key(String prefix, long position, long ordinal, @Nullable AutomationTimer timer) {
        return timer == null
                ? String.format("%s%019d/%019d", prefix, position, ordinal)
                : String.format("%s%019d/t%019d/%s %019d", prefix, position, timer.at(), timer.key(), ordinal);
    }
}
