package encore.kernel.shows.rooms;

import encore.kernel.shows.ShowState;
import encore.kernel.shows.chat.ChatFrame;
import encore.kernel.shows.control.LiveFeed;
import encore.kernel.shows.control.LiveOverlayFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data of {@code snapshot}: how a show stands, for a client that was away for too long. It replaces all that the client
 * has of the room.
 *
 * @param messages the last messages of the room, oldest first
 */
public record RoomSnapshot(
        ShowState state,
        @Nullable LiveFeed liveFeed,
        @Nullable LiveOverlayFrame liveOverlay,
        List<LiveOverlayFrame.Static> pinnedOverlays,
        List<ChatFrame.Message> messages) {

    public RoomSnapshot {
        pinnedOverlays = List.copyOf(pinnedOverlays);
        messages = List.copyOf(messages);
    }
}
