package encore.kernel.campaignviews;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.List;

/** Everything that can be asked about views. */
public sealed interface ViewsQuery<R> extends Query<R> {

    /** The reported days of a campaign, earliest first; an unknown campaign is refused as unknown. */
    record ListViews(long account, long pageTabId, Paging.NextKey paging) implements ViewsQuery<Page<DailyViews>> {}

    /** One reported day; any other is refused as unknown. */
    record FindViews(long account, long pageTabId, LocalDate viewDate) implements ViewsQuery<DailyViews> {}

    /** The sums of some campaigns over some days, in the order of the ids. */
    record SumViews(long account, List<Long> pageTabIds, Days days) implements ViewsQuery<List<ViewSums>> {
        public SumViews {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }
}
