package encore.kernel.shows.feeds;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.told.ToldValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the video feeds of a show. */
public sealed interface FeedEvent extends ListEvent.OfCampaign<Feed> {

    FeedsId feeds();

    /** A feed was added. */
    @Revision("1")
    record FeedAdded(@ToldValue FeedsId feeds, @ToldValue Feed feed) implements FeedEvent, ListEvent.Added<Feed> {}

    /** A feed changed. The event holds the whole new one. */
    @Revision("1")
    record FeedChanged(@ToldValue FeedsId feeds, @ToldValue Feed feed) implements FeedEvent, ListEvent.Changed<Feed> {}

    /** A feed was removed. */
    @Revision("1")
    record FeedRemoved(
            @ToldValue FeedsId feeds,
            @ToldValue @NotPersonal("a uid of ours") String videoEndpointUid)
            implements FeedEvent, ListEvent.Removed<Feed> {}
}
