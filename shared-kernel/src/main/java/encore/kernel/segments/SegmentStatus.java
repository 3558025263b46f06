package encore.kernel.segments;

import encore.kernel.WireTime;
import java.time.Instant;

/**
 * Counts of a segment's fans: how many have an email, a phone, a subscription (spec 1, 2).
 *
 * @param lastUpdateTimestamp the latest update of its fans; for an empty segment the time of its creation
 */
public record SegmentStatus(
        long fanCount,
        long emailCount,
        long phoneCount,
        long phoneSubscribeCount,
        long emailSubscribeCount,
        @WireTime(WireTime.Form.BOTH) Instant lastUpdateTimestamp) {

    public static SegmentStatus of(FanFigures figures, Instant made) {
        Instant last = figures.lastUpdate();
        return new SegmentStatus(
                figures.fanCount(),
                figures.emailCount(),
                figures.phoneCount(),
                figures.phoneSubscribeCount(),
                figures.emailSubscribeCount(),
                last == null ? made : last);
    }
}
