package encore.kernel.shows.rooms;

import encore.kernel.Query;
import org.jspecify.annotations.Nullable;

/** Queries for the frames of rooms. */
public sealed interface ShowRoomQuery<R> extends Query<R> {

    /**
     * The frames of all rooms of a show after a position, in order, for gateways to send to clients live. They are read from
     * the log's tail. Frames are joined with the present state of projections: ask at the last position that is read.
     *
     * @param after null for the end of the log: the answer holds no frame, only the position to continue from
     * @param limit the largest number of positions of the log to read, at most 1,000
     */
    record FindShowFrames(
            long account, long pageTabId, @Nullable Long after, int limit) implements ShowRoomQuery<ShowFrames> {}

    /**
     * The frames of one room after a position, in order: what a client missed. They are read at the positions of the
     * room's history. Messages that were removed or erased since then are left out, and their removals are added. Frames are
     * joined with the present state of projections: ask at the last position that is read.
     *
     * @param upTo the last position to read
     * @param limit the largest number of events of the answer
     */
    record FindRoomFrames(long account, String roomName, long after, long upTo, int limit)
            implements ShowRoomQuery<RoomFrames> {}

    /**
     * The last messages of a room up to a position that nobody removed or erased, oldest first, as frames. Ask at that
     * position.
     */
    record FindLastMessages(long account, String roomName, long upTo, int limit) implements ShowRoomQuery<RoomFrames> {}

    /**
     * The history of a room after a position, in order.
     *
     * @param upTo the last position to look at. Ask at it: the history must have reached it
     */
    record FindRoomHistory(long account, String roomName, long after, long upTo, int limit)
            implements ShowRoomQuery<RoomHistory> {}

    /** The last entries of a room's history up to a position, in order. Ask at that position. */
    record FindLastRoomHistory(long account, String roomName, long upTo, int limit)
            implements ShowRoomQuery<RoomHistory> {}

    /**
     * The history of all rooms of a show after a position, in order, also of rooms that were removed since.
     *
     * @param upTo the last position to look at. Ask at it
     */
    record FindShowHistory(long account, long pageTabId, long after, long upTo, int limit)
            implements ShowRoomQuery<RoomHistory> {}

    /** The last entries of the histories of all rooms of a show up to a position, in order. Ask at that position. */
    record FindLastShowHistory(long account, long pageTabId, long upTo, int limit)
            implements ShowRoomQuery<RoomHistory> {}

    /**
     * The messages that an erasure removed: those of the fan among the last {@link RoomFrames#MAX_FRAMES} entries of each
     * room of the show before the erasure.
     *
     * @param position the position of the erasure
     */
    record FindErasedMessages(long account, long pageTabId, long fanId, long position)
            implements ShowRoomQuery<ErasedMessages> {}
}
