package encore.kernel.shows.rooms;

import java.util.List;

/**
 * A page of the frames of one room.
 *
 * @param next the position to continue from; the answer is complete up to it
 * @param more whether the room has frames after {@code next} already
 * @param isTooOld whether more than {@link #MAX_FRAMES} events of the room lie after the position. Then there are no
 *     frames
 */
public record RoomFrames(List<RoomFrame> frames, long next, boolean more, boolean isTooOld) {

    /** The most events of a room that a client may have missed. With more, it gets the room's state instead. */
    public static final int MAX_FRAMES = 1_000;

    public RoomFrames {
        frames = List.copyOf(frames);
    }
}
