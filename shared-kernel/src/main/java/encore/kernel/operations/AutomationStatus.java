package encore.kernel.operations;

import encore.kernel.WireTime;
import java.time.Instant;
import java.util.List;

/**
 * Tells how far an automation of the installation is, with the asking account's own letters and refusals, 100 of each
 * at most.
 *
 * @param position of the last event that it followed
 * @param lag how many events it is behind the log
 * @param outbox commands whose outcome is not known yet
 * @param delivered commands that were decided on, in all
 * @param refused commands that a rule said no to, in all
 * @param deadLetters events and commands that are held up, those that wait behind one included
 * @param paused whether it follows and sends nothing until it is resumed
 * @param owner the process that runs it; empty while none does
 */
public record AutomationStatus(
        String name,
        long position,
        long lag,
        long outbox,
        long delivered,
        long refused,
        long deadLetters,
        boolean paused,
        String owner,
        List<HeldUp> letters,
        List<Refused> refusals) {

    public AutomationStatus {
        letters = List.copyOf(letters);
        refusals = List.copyOf(refusals);
    }

    /**
     * A fault that holds up its own key.
     *
     * @param position of the event
     * @param ordinal of the command; 0 for the event itself
     * @param cause the exception's simple name, {@code BehindDeadLetter} for one that only waits; never its message
     */
    public record HeldUp(long position, long ordinal, String cause, int attempts) {}

    /** A command that a rule said no to, and the rule's name. */
    public record Refused(
            long position,
            long ordinal,
            String command,
            String reason,
            @WireTime(WireTime.Form.SECONDS) Instant at) {}
}
