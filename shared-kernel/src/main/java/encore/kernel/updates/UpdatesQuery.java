package encore.kernel.updates;

import encore.kernel.Query;
import java.time.Instant;
import java.util.Set;

/** Everything that can be asked about updates. */
public sealed interface UpdatesQuery<R> extends Query<R> {

    /**
     * What changed, as it is now; a venue's change is one of all that takes place there, a ticket event's one of its performance.
     *
     * @param since and later
     * @param now the time of the call
     */
    record FindUpdates(long account, Set<UpdateKind> kinds, Instant since, Instant now)
            implements UpdatesQuery<Updates> {
        public FindUpdates {
            kinds = Set.copyOf(kinds);
        }
    }

    /** Things of one kind that changed at some time or later. */
    record FindChangedThings(long account, UpdateKind kind, Instant since) implements UpdatesQuery<ChangedThings> {}
}
