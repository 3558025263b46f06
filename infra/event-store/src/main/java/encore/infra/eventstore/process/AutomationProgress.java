package encore.infra.eventstore.process;

/**
 * The progress of an automation.
 *
 * @param position the position of the last event that was applied
 * @param delivered the number of commands with a known outcome
 * @param refused the number of those commands that were refused
 * @param outbox the number of commands whose outcome is not known yet
 * @param letters the number of dead letters, including the events and commands that only wait for another one
 */
public record AutomationProgress(long position, long delivered, long refused, long outbox, long letters) {

    public static final String KEY = "progress";
    public static final AutomationProgress NONE = new AutomationProgress(0, 0, 0, 0, 0);
}
