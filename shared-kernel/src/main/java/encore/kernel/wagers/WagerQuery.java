package encore.kernel.wagers;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/**
 * Everything that can be asked about wagers. A campaign or tab item that is unknown or removed is refused as unknown.
 */
public sealed interface WagerQuery<R> extends Query<R> {

    /** The wagers below a tab item, in the order they were offered. */
    record ListWagers(long account, long pageTabId, long tabItemId, Paging.NextKey paging)
            implements WagerQuery<Page<Wager>> {}

    /** The wagers below some tab items, by item and in the order they were offered, for the rows of other features. */
    record FindWagersBelow(long account, long pageTabId, List<Long> tabItemIds) implements WagerQuery<List<Wager>> {
        public FindWagersBelow {
            tabItemIds = List.copyOf(tabItemIds);
        }
    }

    /** One wager of a tab item; any other is refused as unknown. */
    record FindWager(long account, long pageTabId, long tabItemId, String wagerUid) implements WagerQuery<Wager> {}
}
