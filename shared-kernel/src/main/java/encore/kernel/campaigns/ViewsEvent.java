package encore.kernel.campaigns;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that is said of a campaign's day. */
public sealed interface ViewsEvent extends Event.Managed {

    ViewsId views();

    @Override
    default String target() {
        return views().toString();
    }

    /** So often was the campaign seen and shared on that day, whatever was said before. */
    @Revision("1")
    record ViewsReported(ViewsId views, long viewCount, long shareCount) implements ViewsEvent {}

    /** Nothing is said of that day any more. */
    @Revision("1")
    record ViewsWithdrawn(ViewsId views) implements ViewsEvent {}
}
