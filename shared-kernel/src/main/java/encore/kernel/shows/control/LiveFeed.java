package encore.kernel.shows.control;

import encore.kernel.shows.feeds.Feed;
import org.jspecify.annotations.Nullable;

/** The live feed as fans see it (spec 1, 6). */
public record LiveFeed(
        @Nullable String feedName,
        String videoEndpointUid,
        @Nullable String videoHostKey,
        @Nullable String videoHostEventKey) {

    public static LiveFeed of(Feed feed) {
        return new LiveFeed(feed.feedName(), feed.videoEndpointUid(), feed.videoHostKey(), feed.videoHostEventKey());
    }
}
