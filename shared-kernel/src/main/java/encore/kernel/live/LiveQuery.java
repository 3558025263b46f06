package encore.kernel.live;

import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Queries of the live streams. */
public sealed interface LiveQuery<R> extends Query<R> {

    /**
     * The events of an account after a position, in order. They are read from the log itself, so there is no gap.
     *
     * @param after null for the end of the log: the answer holds no event, only the position to continue from
     * @param limit the largest number of events of the answer, and of positions that are read without an index
     */
    record FindLiveEvents(long account, @Nullable Long after, int limit) implements LiveQuery<LiveEvents> {}

    /**
     * The events of one of the account's streams in the log after a position, in order. No other stream is read. The
     * answer holds no event when the stream is another account's or does not exist.
     *
     * @param stream the stream's name, as {@link encore.kernel.StreamId} prints it
     * @param limit the largest number of events of the answer
     */
    record FindLiveEventsOfStream(long account, String stream, long after, int limit)
            implements LiveQuery<LiveEvents> {}
}
