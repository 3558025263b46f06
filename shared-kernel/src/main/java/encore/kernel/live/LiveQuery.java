package encore.kernel.live;

import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Everything that is asked on behalf of those who follow what happens. */
public sealed interface LiveQuery<R> extends Query<R> {

    /**
     * An account's events behind a position, in order; answered from the log itself, so there is no gap.
     *
     * @param after null for the log's end: answers with the position to go on from
     * @param limit how many events of the log are looked at, whoever's they are
     */
    record FindLiveEvents(long account, @Nullable Long after, int limit) implements LiveQuery<LiveEvents> {}
}
