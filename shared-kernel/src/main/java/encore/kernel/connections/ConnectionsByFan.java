package encore.kernel.connections;

import java.util.List;
import java.util.Map;

/** The connected fans of some fans by fan_id, last updated first. Fans without connections are left out. */
public record ConnectionsByFan(Map<Long, List<Long>> byFan) {

    public ConnectionsByFan {
        byFan = Map.copyOf(byFan);
    }

    public List<Long> of(long fanId) {
        return byFan.getOrDefault(fanId, List.of());
    }
}
