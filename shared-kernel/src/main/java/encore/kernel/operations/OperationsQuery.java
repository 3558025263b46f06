package encore.kernel.operations;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks or orders something of the query side itself. An order changes how the log is read, never what is in it, so it
 * is no command: the gateway has it written down before it gives it, and repeating it does no harm. Account 0 is the
 * operator, who sees and settles what is any account's.
 */
public sealed interface OperationsQuery<R> extends Query<R> {

    /** The journal, newest first: an account's own entries; for account 0, the operator's, those of all. */
    record FindOperations(long account, Paging.NextKey paging) implements OperationsQuery<Page<Operation>> {}

    /** Every version of every projection, by name. */
    record FindProjections(long account) implements OperationsQuery<List<ProjectionVersion>> {}

    /** Fills a new version beside the one that serves; those that neither serve nor fill are dropped. */
    record RebuildProjection(long account, String name) implements OperationsQuery<ChosenVersion> {}

    /**
     * Makes a version serve, at once.
     *
     * @param version null for the newest one that does not serve
     */
    record SwitchProjection(
            long account, String name, @Nullable Integer version) implements OperationsQuery<ChosenVersion> {}

    /** Makes the version serve that did before. */
    record RollBackProjection(long account, String name) implements OperationsQuery<ChosenVersion> {}

    /** Some documents compared: those of the serving version with those of the newest beside it, behind a key. */
    record FindDifferences(
            long account, String name, @Nullable String after) implements OperationsQuery<ComparedPart> {}

    /**
     * Events of the account's own streams that a serving version could not apply, by projection and position.
     *
     * @param name of one projection; null for all
     */
    record FindDeadLetters(long account, @Nullable String name, Paging.NextKey paging)
            implements OperationsQuery<Page<DeadLetter>> {}

    /** Tries a dead letter again, and then those of its stream that wait behind it. */
    record RetryDeadLetter(long account, String name, long position) implements OperationsQuery<SettledLetter> {}

    /** Goes on without an event that cannot be applied, and tries those of its stream that wait behind it. */
    record DiscardDeadLetter(long account, String name, long position) implements OperationsQuery<SettledLetter> {}

    /** Every automation, by name. */
    record FindAutomations(long account) implements OperationsQuery<List<AutomationStatus>> {}

    /** It follows and sends nothing until it is resumed, within a second. */
    record PauseAutomation(long account, String name) implements OperationsQuery<AutomationStatus> {}

    /** It goes on where it was. */
    record ResumeAutomation(long account, String name) implements OperationsQuery<AutomationStatus> {}

    /** Tries what is held up again, and what waits behind it, within a second. */
    record RetryAutomation(long account, String name, long position, long ordinal)
            implements OperationsQuery<AutomationStatus> {}
}
