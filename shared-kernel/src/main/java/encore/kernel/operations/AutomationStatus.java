package encore.kernel.operations;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an automation of the installation, with dead letters and refusals of the asking account, at most 100 of
 * each.
 *
 * @param position the position of the last event that it handled
 * @param lag the number of events that it is behind the log
 * @param outbox the number of commands whose outcome is not known yet
 * @param delivered the total number of decided commands
 * @param refused the total number of commands that a rule refused
 * @param deadLetters the number of blocked events and commands, including those that wait for one
 * @param timers the timers that wait for their time
 * @param backfillPosition the position up to which a back-fill has read the log; null when none runs. It applies rules to
 *     the past beside the events that are followed
 * @param paused whether it is paused: it handles and sends nothing until it is resumed
 * @param owner the process that runs it; empty while no process does
 */
@RecordBuilder
public record AutomationStatus(
        String name,
        long position,
        long lag,
        long outbox,
        long delivered,
        long refused,
        long deadLetters,
        WaitingTimers timers,
        @Nullable Long backfillPosition,
        boolean paused,
        String owner,
        List<BlockedMessage> letters,
        List<RuleRefusal> refusals) {

    public AutomationStatus {
        letters = List.copyOf(letters);
        refusals = List.copyOf(refusals);
    }

    /**
     * The timers of all accounts that wait for their time.
     *
     * @param nextAt when the first of them is due; null when none waits
     */
    public record WaitingTimers(
            long waiting,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant nextAt) {}

    /**
     * An event, a timer or a command that failed and blocks the later ones of its key.
     *
     * @param position the position of the event; of a timer, that of the last event before it
     * @param ordinal the number of the command within the event or timer; 0 for the event or timer itself
     * @param cause the exception's simple name, {@code BehindDeadLetter} when it only waits; never its message
     * @param timer the timer, {@code <key>@<instant>}; null for an event or its command
     */
    public record BlockedMessage(
            long position,
            long ordinal,
            String cause,
            int attempts,
            @Nullable String timer) {}

    /**
     * A command that a rule refused.
     *
     * @param reason the name of the rule
     * @param timer the timer that sent it, {@code <key>@<instant>}; null for an event's command
     */
    public record RuleRefusal(
            long position,
            long ordinal,
            String command,
            String reason,
            @WireTime(WireTime.Form.SECONDS) Instant at,
            @Nullable String timer) {}
}
