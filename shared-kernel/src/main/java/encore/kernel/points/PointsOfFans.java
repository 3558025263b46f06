package encore.kernel.points;

import java.util.Map;

/** The balances of fans of one point type, by fan_id. Fans without such points are left out. */
public record PointsOfFans(Map<Long, Long> byFan) {

    public PointsOfFans {
        byFan = Map.copyOf(byFan);
    }

    public long of(long fanId) {
        return byFan.getOrDefault(fanId, 0L);
    }
}
