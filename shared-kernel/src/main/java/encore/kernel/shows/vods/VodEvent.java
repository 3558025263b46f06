package encore.kernel.shows.vods;

import encore.kernel.lists.ListEvent;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the vods of a show. */
public sealed interface VodEvent extends ListEvent.OfCampaign<VodItem> {

    VodsId vods();

    /** A vod was added. */
    @Revision("1")
    record VodAdded(
            @PublishedValue VodsId vods, @PublishedValue VodItem vod) implements VodEvent, ListEvent.Added<VodItem> {}

    /** A vod changed. The event holds the whole new one. */
    @Revision("1")
    record VodChanged(
            @PublishedValue VodsId vods, @PublishedValue VodItem vod) implements VodEvent, ListEvent.Changed<VodItem> {}

    /** A vod was removed. */
    @Revision("1")
    record VodRemoved(
            @PublishedValue VodsId vods, @PublishedValue long optionId)
            implements VodEvent, ListEvent.Removed<VodItem> {}
}
