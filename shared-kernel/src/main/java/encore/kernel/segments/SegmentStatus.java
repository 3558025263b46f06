package encore.kernel.segments;

import encore.kernel.time.WireTime;
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

    public static SegmentStatus of(FanContactCounts counts, Instant made) {
        Instant last = counts.lastUpdate();
        return new SegmentStatus(
                counts.fanCount(),
                counts.emailCount(),
                counts.phoneCount(),
                counts.phoneSubscribeCount(),
                counts.emailSubscribeCount(),
                last == null ? made : last);
    }
}
