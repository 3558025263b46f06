package encore.kernel.campaignviews;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/**
 * The commands that report views of a campaign on a day. The path names the campaign, so an unknown one is refused as
 * unknown.
 */
public sealed interface ViewsCommand extends Command<DailyViews> {

    ViewsId views();

    @Override
    default ViewsId stream() {
        return views();
    }

    /**
     * Reports the views and shares of the campaign on that day, in place of earlier reports; null keeps the reported
     * number.
     */
    record ReportViews(
            ViewsId views,
            @Nullable Long viewCount,
            @Nullable Long shareCount) implements ViewsCommand {}

    /** Withdraws the report of that day. The path names the day, so one without a report is refused as unknown. */
    record WithdrawViews(ViewsId views) implements ViewsCommand {}
}
