package encore.kernel.points.ledgers;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A record of points of a campaign, without personal data. */
public record CampaignPoint(
        long fanId,
        long pointCount,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
