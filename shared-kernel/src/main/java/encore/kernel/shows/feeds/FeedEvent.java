package encore.kernel.shows.feeds;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the video feeds of a show. */
public sealed interface FeedEvent extends ListEvent.OfCampaign<Feed> {

    FeedsId feeds();

    /** A feed was added. */
    @Revision("1")
    record FeedAdded(
            @PublishedValue FeedsId feeds, @PublishedValue Feed feed) implements FeedEvent, ListEvent.Added<Feed> {}

    /** A feed changed. The event holds the whole new one. */
    @Revision("1")
    record FeedChanged(
            @PublishedValue FeedsId feeds, @PublishedValue Feed feed) implements FeedEvent, ListEvent.Changed<Feed> {}

    /** A feed was removed. */
    @Revision("1")
    record FeedRemoved(
            @PublishedValue FeedsId feeds,
            @PublishedValue @NotPersonal("a uid of ours") String videoEndpointUid)
            implements FeedEvent, ListEvent.Removed<Feed> {}
}
