package encore.kernel.campaigns;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/** Everything that can be said of a campaign's day. The campaign stood in the path. */
public sealed interface ViewsCommand extends Command<DayOfViews> {

    ViewsId views();

    @Override
    default ViewsId stream() {
        return views();
    }

    /** Says how often the campaign was seen and shared on that day, in place of what was said before; null leaves that. */
    record ReportViews(
            ViewsId views,
            @Nullable Long viewCount,
            @Nullable Long shareCount) implements ViewsCommand {}

    /** Takes back what was said of that day, which stood in the path. */
    record WithdrawViews(ViewsId views) implements ViewsCommand {}
}
