package encore.kernel.updates;

import encore.kernel.Query;
import java.time.Instant;
import java.util.Set;

/** Everything that can be asked about updates. */
public sealed interface UpdatesQuery<R> extends Query<R> {

    /**
     * The changed records in their present form. A change of a venue is one of its performances and idol events, a change
     * of a ticket event one of its performance, and a change of an idol's name one of the performances of this artist.
     *
     * @param since the earliest time of change
     * @param now the time of the call
     */
    record FindUpdates(long account, Set<UpdateKind> kinds, Instant since, Instant now)
            implements UpdatesQuery<Updates> {
        public FindUpdates {
            kinds = Set.copyOf(kinds);
        }
    }

    /** The uids of records of one kind that changed since some time; for names of idols, the names as they are compared. */
    record FindChangedUids(long account, UpdateKind kind, Instant since) implements UpdatesQuery<ChangedUids> {}
}
