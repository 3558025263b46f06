package encore.kernel.shows.feeds;

import encore.kernel.lists.ListItem;
import encore.kernel.lists.ListView;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A video feed of a show. A {@link encore.kernel.Patch} changes it.
 *
 * @param feedName null only in a change
 * @param videoHostKey the key of the video host, for the player in the page; null for none
 * @param videoHostEventKey the event at that host; null for none
 * @param hlsUrl the address of the HLS manifest, https; null for none
 */
@ListView(name = "show_feeds", collection = "feeds")
@RecordBuilder
public record Feed(
        @PublishedValue @NotPersonal("a uid of ours") String videoEndpointUid,
        @NotPersonal("a feed's name") @Nullable String feedName,
        @NotPersonal("a video host's key") @Nullable String videoHostKey,
        @NotPersonal("a video host's key") @Nullable String videoHostEventKey,

        @NotPersonal("an address of a video") @Nullable String hlsUrl)
        implements ListItem {

    /** Returns a feed that has a uid and nothing else yet. */
    public static Feed ofUid(String videoEndpointUid) {
        return FeedBuilder.builder().videoEndpointUid(videoEndpointUid).build();
    }
}
