package encore.kernel.shows.bans;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A ban of a fan from a show.
 *
 * @param isMute whether it forbids messages alone
 * @param until the end of the ban; null for none
 * @param reason null for none
 */
public record ShowBan(
        long fanId,
        @Nullable String displayName,
        boolean isMute,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant until,
        @Nullable String reason,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
