package encore.kernel.shows.control;

import encore.kernel.shows.ShowState;
import encore.kernel.shows.rooms.RoomFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a show stands, in the spelling of frames.
 *
 * @param position the position of the last change; 0 when there was none
 * @param liveFeed a {@link LiveFeed}; null for none
 * @param liveOverlay a {@link LiveOverlayFrame}; null for none
 * @param pinnedOverlays {@link LiveOverlayFrame.Static} overlays
 * @param frames state_change, update_live_feed and update_live_overlay, for a client that joins the control room. All of
 *     them are at {@code position}
 */
public record ControlState(
        long position,
        ShowState state,
        @Nullable ObjectNode liveFeed,
        @Nullable ObjectNode liveOverlay,
        List<ObjectNode> pinnedOverlays,
        List<RoomFrame> frames) {

    public ControlState {
        pinnedOverlays = List.copyOf(pinnedOverlays);
        frames = List.copyOf(frames);
    }
}
