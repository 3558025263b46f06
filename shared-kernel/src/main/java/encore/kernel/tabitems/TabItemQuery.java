package encore.kernel.tabitems;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about tab items. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface TabItemQuery<R> extends Query<R> {

    /** A campaign's items, in the order they were added. */
    record ListTabItems(long account, long pageTabId, Paging.NextKey paging) implements TabItemQuery<Page<TabItem>> {}

    /** One item of a campaign; any other is refused as unknown. */
    record FindTabItem(long account, long pageTabId, long tabItemId) implements TabItemQuery<TabItem> {}

    /** The first thousand items of a campaign, by position and then in the order they were added. */
    record FindShownTabItems(long account, long pageTabId) implements TabItemQuery<List<TabItem>> {}

    /**
     * A campaign's items, by position and then in the order they were added.
     *
     * @param q words of the title or subtitle, or beginnings of words; null for all
     * @param from the earliest activation; null for any
     * @param until the end of the period of activation, exclusive; null for any
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
