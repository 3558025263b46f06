package encore.kernel.campaigns;

import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;

/** Everything that can be asked about views. */
public sealed interface ViewsQuery<R> extends Query<R> {

    /** The reported days of a campaign, earliest first; an unknown campaign is refused as unknown. */
    record ListViews(long account, long pageTabId, Paging.NextKey paging) implements ViewsQuery<Page<DayOfViews>> {}

    /** One reported day; any other is refused as unknown. */
    record FindViews(long account, long pageTabId, LocalDate viewDate) implements ViewsQuery<DayOfViews> {}

    /** The sums of some campaigns over some days, in the order of the ids. */
    record SumViews(long account, List<Long> pageTabIds, Days days) implements ViewsQuery<List<ViewSums>> {
        public SumViews {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }
}
