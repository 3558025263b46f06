package encore.api.shows.hls;

import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.hls.HlsQuery.LiveFeed;
import org.jspecify.annotations.Nullable;

/**
 * A video feed of a show as fans see it.
 *
 * @param hlsUrl this installation's address of its manifest, to which a player adds its session_uid; null for a feed
 *     without one
 */
record LiveEndpoint(
        String videoEndpointUid,
        @Nullable String feedName,
        @Nullable String videoHostKey,
        @Nullable String videoHostEventKey,
        boolean isLive,
        @Nullable String hlsUrl) {

    /** @param publicUrl the address of this installation; null when it is not known */
    static LiveEndpoint of(LiveFeed live, long pageTabId, @Nullable String publicUrl) {
        Feed feed = live.feed();
        return new LiveEndpoint(
                feed.videoEndpointUid(),
                feed.feedName(),
                feed.videoHostKey(),
                feed.videoHostEventKey(),
                live.isLive(),
                feed.hlsUrl() == null || publicUrl == null
                        ? null
                        : publicUrl + "/application/hls/" + pageTabId + "?video_endpoint_uid="
                                + feed.videoEndpointUid());
    }
}
