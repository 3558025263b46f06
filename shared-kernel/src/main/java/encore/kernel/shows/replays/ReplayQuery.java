package encore.kernel.shows.replays;

import encore.kernel.Query;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.rooms.RoomFrames;
import java.time.Instant;
import java.util.List;

/** Queries about replays, and for their frames. */
public sealed interface ReplayQuery<R> extends Query<R> {

    /** The replays of a show that have not ended, the oldest first. An unknown campaign is refused as unknown. */
    record FindReplays(long account, long pageTabId) implements ReplayQuery<List<Replay>> {}

    /** One replay of a show; one that is unknown or has ended is refused as unknown. */
    record FindReplay(long account, long pageTabId, String replayUid) implements ReplayQuery<Replay> {}

    /** The replays of a show, the oldest first. Some may be over. */
    record FindRunningReplays(long account, long pageTabId) implements ReplayQuery<List<RunningReplay>> {}

    /** One replay of a show, which may be over; one that is unknown or was ended is refused as unknown. */
    record FindRunningReplay(long account, long pageTabId, String replayUid) implements ReplayQuery<RunningReplay> {}

    /**
     * The part of the log between two times.
     *
     * @param shown the part begins with the first event of this time
     * @param end the part ends before this time
     */
    record FindReplaySpan(long account, Instant shown, Instant end) implements ReplayQuery<ReplaySpan> {}

    /**
     * The frames of all rooms of a show after a position, in order, by their original rooms. They are read at
     * the positions of the rooms' histories. Names are those of now, and erased fans are left out.
     *
     * @param upTo the last position to read
     * @param limit the largest number of events of the answer, at most 1,000
     */
    record FindReplayFrames(long account, long pageTabId, long after, long upTo, int limit)
            implements ReplayQuery<ReplayFrames> {}

    /** The last messages of all rooms of a show up to a position that nobody had removed by then, oldest first, as frames. */
    record FindShownMessages(long account, long pageTabId, long upTo, int limit) implements ReplayQuery<RoomFrames> {}

    /** How a show stood after the event at a position, in the spelling of frames. */
    record FindShownState(long account, long pageTabId, long upTo) implements ReplayQuery<ControlState> {}
}
