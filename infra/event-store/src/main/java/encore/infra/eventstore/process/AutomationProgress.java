package encore.infra.eventstore.process;

import org.jspecify.annotations.Nullable;

/**
 * The progress of an automation.
 *
 * @param position the position of the last event that was applied
 * @param delivered the number of commands with a known outcome
 * @param refused the number of those commands that were refused
 * @param outbox the number of commands whose outcome is not known yet
 * @param letters the number of dead letters, including the events and commands that only wait for another one
 * @param timers null when no timer waits
 */
public record AutomationProgress(
        long position,
        long delivered,
        long refused,
        long outbox,
        long letters,
        @Nullable Timers timers) {

    public static final String KEY = "progress";
    public static final AutomationProgress NONE = new AutomationProgress(0, 0, 0, 0, 0, null);

    /**
     * The timers that wait.
     *
     * @param waiting their number
     * @param next the time of the first, in milliseconds since 1970
     */
    public record Timers(long waiting, long next) {}
}
