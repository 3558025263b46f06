package encore.kernel.shows.clicks;

import encore.kernel.Query;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import java.util.List;

/** Queries about clicks. */
public sealed interface ClickQuery<R> extends Query<R> {

    /** The largest totals of some fans on one clicker, in the order of the fans; 0 for a fan without clicks. */
    record FindClickTotals(long account, long pageTabId, long clickerPosition, List<Long> fanIds)
            implements ClickQuery<List<ClickTotal>> {

        public FindClickTotals {
            fanIds = List.copyOf(fanIds);
        }
    }
}
