package encore.kernel.points.ledgers;

import java.util.Map;

/** The balances of fans of one point type, by fan_id. Fans without such points are left out. */
public record PointsByFan(Map<Long, Long> byFan) {

    public PointsByFan {
        byFan = Map.copyOf(byFan);
    }

    public long of(long fanId) {
        return byFan.getOrDefault(fanId, 0L);
    }
}
