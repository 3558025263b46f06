package encore.kernel.shows.replays;

import encore.kernel.shows.rooms.RoomFrame;
import java.time.Instant;
import java.util.List;

/**
 * A page of the frames of a replay.
 *
 * @param next the position to continue from; the answer is complete up to it
 */
public record ReplayFrames(List<ReplayFrame> frames, long next) {

    public ReplayFrames {
        frames = List.copyOf(frames);
    }

    /**
     * A frame of the show.
     *
     * @param at the time that the log stamped on its event
     */
    public record ReplayFrame(RoomFrame frame, Instant at) {}
}
