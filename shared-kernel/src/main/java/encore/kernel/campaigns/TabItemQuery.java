package encore.kernel.campaigns;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tab items. A campaign that is not there, or not any more, is refused as unknown. */
public sealed interface TabItemQuery<R> extends Query<R> {

    /** A campaign's items, in the order they were added. */
    record ListTabItems(long account, long pageTabId, Paging.NextKey paging) implements TabItemQuery<Page<TabItem>> {}

    /** One item of a campaign; any other is refused as unknown. */
    record FindTabItem(long account, long pageTabId, long tabItemId) implements TabItemQuery<TabItem> {}

    /** Asks for the first thousand items of a campaign, by position and then in the order they were added. */
    record FindShownTabItems(long account, long pageTabId) implements TabItemQuery<List<TabItem>> {}

    /**
     * A campaign's items, by position and then in the order they were added.
     *
     * @param q words of the title or subtitle, or their beginnings
     * @param from the first moment at which one may open; until is the first behind the last
     */
    record SearchTabItems(
            long account,
            long pageTabId,
            @Nullable String q,
            @Nullable Instant from,
            @Nullable Instant until,
            Paging.NextKey paging)
            implements TabItemQuery<Page<TabItem>> {}
}
