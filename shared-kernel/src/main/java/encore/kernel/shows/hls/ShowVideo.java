package encore.kernel.shows.hls;

import encore.kernel.shows.ShowState;
import encore.kernel.shows.feeds.Feed;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The feeds of a show.
 *
 * @param liveEndpointUid the video_endpoint_uid of the live feed; null for none
 * @param feeds in the order they were added
 */
public record ShowVideo(
        long account,
        long pageTabId,
        ShowState state,
        @Nullable String liveEndpointUid,
        List<Feed> feeds) {

    public ShowVideo {
        feeds = List.copyOf(feeds);
    }

    public boolean isLive(Feed feed) {
        return feed.videoEndpointUid().equals(liveEndpointUid);
    }

    /**
     * Returns the address of the manifest of a feed; empty when the show is neither pending nor active, and when there is
     * no such feed or it has no manifest.
     *
     * @param videoEndpointUid the feed; null for the live one
     */
    public Optional<String> manifest(@Nullable String videoEndpointUid) {
        String wanted = videoEndpointUid == null ? liveEndpointUid : videoEndpointUid;
        return feeds.stream()
                .filter(feed -> state.isOpen() && feed.videoEndpointUid().equals(wanted))
                .findFirst()
                .map(Feed::hlsUrl);
    }
}
