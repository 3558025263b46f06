package encore.kernel.operations;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Queries and operations of the query side itself. An operation changes how the log is read, never its content, so it
 * is not a command. The gateway records it in the journal before it sends it, and repeating it does no harm. Account 0
 * is the operator, who sees and handles the data of all accounts.
 */
public sealed interface OperationsQuery<R> extends Query<R> {

    /** The journal, newest first: the entries of an account, or for account 0 those of all accounts. */
    record FindOperations(long account, JournalFilter filter, Paging.NextKey paging)
            implements OperationsQuery<Page<LabelledOperation>> {}

    /** The journal without the names of its actors. It is a part of {@link FindOperations}. */
    record FindJournalEntries(long account, JournalFilter filter, Paging.NextKey paging)
            implements OperationsQuery<Page<Operation>> {}

    /**
     * Selects entries of the journal.
     *
     * @param actor the actor; null for all
     * @param operation the name of the command or operation; null for all
     */
    record JournalFilter(@Nullable String actor, @Nullable String operation, Period period) {

        /** Selects every entry. */
        public static final JournalFilter ALL = new JournalFilter(null, null, Period.ALL);

        /** Whether an entry is selected. */
        public boolean wants(Operation entry) {
            return (actor == null || actor.equals(entry.actor()))
                    && (operation == null || operation.equals(entry.operation()))
                    && period.contains(entry.at());
        }
    }

    /**
     * A period with both of its ends.
     *
     * @param from the earliest time; null for none
     * @param to the latest time; null for none
     */
    record Period(@Nullable Instant from, @Nullable Instant to) {

        /** All times. */
        public static final Period ALL = new Period(null, null);

        boolean contains(Instant time) {
            return (from == null || !time.isBefore(from)) && (to == null || !time.isAfter(to));
        }
    }

    /** Every version of every projection, by name. */
    record FindProjections(long account) implements OperationsQuery<List<ProjectionVersion>> {}

    /** The names of all projections. It is answered from memory, so it costs nothing to ask before an order. */
    record FindProjectionNames(long account) implements OperationsQuery<List<String>> {}

    /** An order that waits for the runners of a projection, as long as it takes. */
    sealed interface RunnerOrder<R> extends OperationsQuery<R> {

        @Override
        default boolean waitsForRunners() {
            return true;
        }
    }

    /** Fills a new version beside the one that serves. Versions that neither serve nor are being filled are dropped. */
    record RebuildProjection(long account, String name) implements RunnerOrder<SelectedVersion> {}

    /**
     * Switches to a version at once.
     *
     * @param version null for the newest version that does not serve
     */
    record SwitchProjection(
            long account, String name, @Nullable Integer version) implements RunnerOrder<SelectedVersion> {}

    /** Switches back to the version that served before. */
    record RollBackProjection(long account, String name) implements RunnerOrder<SelectedVersion> {}

    /**
     * Compares a part of the documents of the serving version with those of the newest version beside it.
     *
     * @param after the key after which the part begins; null for the first part
     */
    record FindDifferences(
            long account, String name, @Nullable String after) implements RunnerOrder<ComparisonPage> {}

    /**
     * Events of the account's streams that a serving version could not apply, by projection and position.
     *
     * @param name the name of a projection; null for all
     */
    record FindDeadLetters(long account, @Nullable String name, Paging.NextKey paging)
            implements OperationsQuery<Page<DeadLetter>> {}

    /** Applies a dead letter again, and then the events of its stream that wait for it. */
    record RetryDeadLetter(long account, String name, long position) implements RunnerOrder<DeadLetterOutcome> {}

    /** Skips an event that cannot be applied, and applies the events of its stream that wait for it. */
    record DiscardDeadLetter(long account, String name, long position) implements RunnerOrder<DeadLetterOutcome> {}

    /** Every automation, by name. */
    record FindAutomations(long account) implements OperationsQuery<List<AutomationStatus>> {}

    /** Pauses an automation within a second: it handles and sends nothing until it is resumed. */
    record PauseAutomation(long account, String name) implements OperationsQuery<AutomationStatus> {}

    /** Resumes an automation where it stopped. */
    record ResumeAutomation(long account, String name) implements OperationsQuery<AutomationStatus> {}

    /**
     * Retries a blocked event, timer or command within a second, and then those that wait for it.
     *
     * @param timer the timer, {@code <key>@<instant>}; null for an event or its command
     */
    record RetryAutomation(
            long account,
            String name,
            long position,
            long ordinal,
            @Nullable String timer) implements OperationsQuery<AutomationStatus> {}
}
