package encore.kernel.shows.rooms;

import java.util.List;

/**
 * A page of the frames of all rooms of a show.
 *
 * @param notices news for the gateways themselves, in order. Apply them with the frames of the same positions
 * @param next the position to continue from; it may be larger than that of the last frame
 * @param more whether the log has events after {@code next} already
 */
public record ShowFrames(List<RoomFrame> frames, List<Notice> notices, long next, boolean more) {

    public ShowFrames {
        frames = List.copyOf(frames);
        notices = List.copyOf(notices);
    }

    /**
     * News that gateways act on.
     *
     * @param fanId the fan whom it is about; 0 for none
     */
    public record Notice(long position, long fanId, Kind kind) {

        /** Returns the news that a replay of the show was opened, set or ended. */
        public static Notice ofReplays(long position) {
            return new Notice(position, 0, Kind.REPLAYS);
        }

        /** The news. */
        public enum Kind {
            /** The fan may no longer be in the show: close its connection. */
            BANNED,
            /** The fan was erased: forget its frames. */
            ERASED,
            /** A replay of the show was opened, set or ended: ask how it stands. */
            REPLAYS
        }
    }
}
