package encore.kernel.shows.memberships;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A room that a fan has joined. */
public record Membership(
        String roomName, @WireTime(WireTime.Form.SECONDS) Instant firstJoinTimestamp) {}
