package encore.kernel.points;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A point type: a kind of points that an account gives. */
public record PointType(
        String pointUid,
        String pointName,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) implements PointsRow {}
