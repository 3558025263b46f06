package encore.kernel.shows.replays;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;

/**
 * A replay of a show as staff sees it.
 *
 * @param roomName the room that clients join to see it
 * @param from the first second of the show that is shown
 * @param to the last second, inclusive
 * @param speed the seconds of the show that pass in a second
 * @param replayTimestamp the time of the show that is shown now
 * @param fanIds the fans who may join; erased ones are left out
 * @param endTimestamp when the replay ends by itself
 */
public record Replay(
        String replayUid,
        long pageTabId,
        String roomName,
        @WireTime(WireTime.Form.BOTH) Instant from,
        @WireTime(WireTime.Form.BOTH) Instant to,
        int speed,
        boolean isPaused,
        @WireTime(WireTime.Form.BOTH) Instant replayTimestamp,
        List<Long> fanIds,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @WireTime(WireTime.Form.BOTH) Instant endTimestamp) {

    public Replay {
        fanIds = List.copyOf(fanIds);
    }
}
