package encore.kernel.segments;

import encore.kernel.WireTime;
import java.time.Instant;

/**
 * What is so of how many fans of a segment (spec 1, 2).
 *
 * @param lastUpdateTimestamp the latest of its fans; of an empty segment when it was made
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
