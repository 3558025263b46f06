package encore.api.shows.rooms;

import encore.kernel.shows.ShowState;
import encore.kernel.shows.chat.ChatFrame;
import encore.kernel.shows.control.LiveFeed;
import encore.kernel.shows.control.LiveOverlayFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The data of a frame that a gateway makes itself. */
sealed interface RoomNotice {

    /** The number of members of a room, over all gateways. */
    record Members(String roomName, int members) implements RoomNotice {}

    /**
     * How a room stands.
     *
     * @param messages the last 50, without those that were removed
     */
    record Snapshot(
            ShowState state,
            @Nullable LiveFeed liveFeed,
            @Nullable LiveOverlayFrame liveOverlay,
            List<LiveOverlayFrame.Static> pinnedOverlays,
            List<ChatFrame.Message> messages)
            implements RoomNotice {

        public Snapshot {
            pinnedOverlays = List.copyOf(pinnedOverlays);
            messages = List.copyOf(messages);
        }
    }
}
