package encore.kernel.shows.bans;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The show that a fan is banned from.
 *
 * @param campaignName null when the campaign was deleted
 * @param isMute whether it forbids messages alone
 * @param until the end of the ban; null for none
 * @param reason null for none
 */
public record FanBan(
        long pageTabId,
        @Nullable String campaignName,
        boolean isMute,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant until,
        @Nullable String reason,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
