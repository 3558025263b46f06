package encore.kernel.shows.feeds;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.names.StoredName;

/** The commands of a show's video feeds. Each answers the feed that it is about. */
public sealed interface FeedCommand extends Command<Feed> {

    FeedsId feeds();

    @Override
    default FeedsId stream() {
        return feeds();
    }

    /** Adds a feed, whose uid is generated before the command. */
    record AddFeed(FeedsId feeds, Feed feed) implements FeedCommand {}

    /** Changes the feed with the uid of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeFeed(FeedsId feeds, Patch<Feed> change) implements FeedCommand {}

    /** Removes a feed. It stays live until another one is. The path names it. */
    record RemoveFeed(FeedsId feeds, String videoEndpointUid) implements FeedCommand {}

    /** Reads a feed for another command. It changes nothing. An unknown one is refused (400, video_endpoint_uid). */
    @StoredName("TellFeed")
    record ReadFeed(FeedsId feeds, String videoEndpointUid) implements FeedCommand {}
}
