package encore.kernel.points;

import java.util.Map;

/** Says what fans have of one kind of points, by fan_id; who has none of it is not there. */
public record PointsOfFans(Map<Long, Long> byFan) {

    public PointsOfFans {
        byFan = Map.copyOf(byFan);
    }

    public long of(long fanId) {
        return byFan.getOrDefault(fanId, 0L);
    }
}
