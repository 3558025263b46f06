package encore.kernel.campaigns;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about tab items. A campaign that is not there, or not any more, is refused as unknown. */
public sealed interface TabItemQuery<R> extends Query<R> {

    /** A campaign's items, in the order they were added. */
    record ListTabItems(long account, long pageTabId, Paging.NextKey paging) implements TabItemQuery<Page<TabItem>> {}

    /** One item of a campaign; any other is refused as unknown. */
    record FindTabItem(long account, long pageTabId, long tabItemId) implements TabItemQuery<TabItem> {}

    /** Asks for the first thousand items of a campaign, by position and then in the order they were added. */
    record FindShownTabItems(long account, long pageTabId) implements TabItemQuery<List<TabItem>> {}
}
