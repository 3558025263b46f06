package encore.kernel.points;

import encore.kernel.WireTime;
import java.time.Instant;

/** A kind of points. */
public record PointType(
        String pointUid,
        String pointName,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) implements PointsRow {}
