package encore.kernel.campaignviews;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the reported views of a campaign on a day. */
public sealed interface ViewsEvent extends Event.ManagementAction {

    ViewsId views();

    @Override
    default String target() {
        return views().toString();
    }

    /** The views and shares of a day were reported. They replace all earlier reports of the day. */
    @Revision("1")
    record ViewsReported(
            @PublishedValue ViewsId views,
            @PublishedValue long viewCount,
            @PublishedValue long shareCount) implements ViewsEvent {}

    /** The report of a day was withdrawn. */
    @Revision("1")
    record ViewsWithdrawn(@PublishedValue ViewsId views) implements ViewsEvent {}
}
