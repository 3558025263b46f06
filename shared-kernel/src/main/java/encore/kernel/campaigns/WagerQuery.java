package encore.kernel.campaigns;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;

/** Everything that can be asked about wagers. What they are below is refused as unknown when it is not there any more. */
public sealed interface WagerQuery<R> extends Query<R> {

    /** The wagers below a tab item, in the order they were offered. */
    record ListWagers(long account, long pageTabId, long tabItemId, Paging.NextKey paging)
            implements WagerQuery<Page<Wager>> {}

    /** One of them; any other is refused as unknown. */
    record FindWager(long account, long pageTabId, long tabItemId, String wagerUid) implements WagerQuery<Wager> {}
}
