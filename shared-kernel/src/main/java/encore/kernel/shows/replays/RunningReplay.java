package encore.kernel.shows.replays;

import encore.kernel.shows.rooms.RoomName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A replay that has not ended.
 *
 * @param fanIds the fans who may join
 */
public record RunningReplay(String replayUid, long pageTabId, ReplayClock clock, List<Long> fanIds, Instant openedAt) {

    /** The time after which a replay is over, from its opening on. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** The most replays of an account at a time. */
    public static final int MOST = 10;

    public RunningReplay {
        fanIds = List.copyOf(fanIds);
    }

    public RunningReplay withClock(ReplayClock after) {
        return new RunningReplay(replayUid, pageTabId, after, fanIds, openedAt);
    }

    public Instant endsAt() {
        return openedAt.plus(KEPT);
    }

    public boolean isOver(Instant now) {
        return !now.isBefore(endsAt());
    }

    public RoomName room() {
        return new RoomName(RoomName.REPLAY, replayUid, pageTabId);
    }
}
