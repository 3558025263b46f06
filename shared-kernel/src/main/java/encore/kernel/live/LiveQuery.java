package encore.kernel.live;

import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Queries of the live streams. */
public sealed interface LiveQuery<R> extends Query<R> {

    /**
     * The events of an account after a position, in order. They are read from the log itself, so there is no gap.
     *
     * @param after null for the end of the log: the answer holds no event, only the position to continue from
     * @param limit the largest number of events of the log that are read, of all accounts
     */
    record FindLiveEvents(long account, @Nullable Long after, int limit) implements LiveQuery<LiveEvents> {}
}
