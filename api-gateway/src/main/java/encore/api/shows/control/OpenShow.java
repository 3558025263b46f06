package encore.api.shows.control;

import encore.kernel.rooms.RoomType;
import encore.kernel.shows.memberships.Membership;
import encore.kernel.shows.memberships.ShowEntrance;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A live show that a fan or guest may enter.
 *
 * @param memberships the rooms that the fan has joined; empty for a guest, and for a call without a session
 */
record OpenShow(
        long accountId,

        @WireTime(WireTime.Form.SECONDS) Instant currentTimestamp,

        List<OpenRoom> rooms,
        List<Membership> memberships) {

    /**
     * A room of the show.
     *
     * @param members the number of fans and guests who are in it now
     */
    record OpenRoom(
            RoomType roomType,
            String roomKey,
            String roomName,
            @Nullable String roomTitle,
            int members) {}

    static OpenShow of(long account, Instant now, ShowEntrance entrance, Map<String, Integer> members) {
        return new OpenShow(
                account,
                now,
                entrance.rooms().stream()
                        .map(room -> new OpenRoom(
                                room.roomType(),
                                room.roomKey(),
                                room.roomName(),
                                room.roomTitle(),
                                members.getOrDefault(room.roomName(), 0)))
                        .toList(),
                entrance.memberships());
    }
}
