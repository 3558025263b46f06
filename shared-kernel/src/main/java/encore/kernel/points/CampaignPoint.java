package encore.kernel.points;

import encore.kernel.WireTime;
import java.time.Instant;

/** A record of points of a campaign, of which nothing is personal. */
public record CampaignPoint(
        long fanId,
        long pointCount,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
