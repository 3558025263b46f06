package encore.kernel.connections;

import java.util.List;
import java.util.Map;

/** Says which fans some fans are connected with, last updated first; who is connected with nobody is not there. */
public record ConnectionsOfFans(Map<Long, List<Long>> byFan) {

    public ConnectionsOfFans {
        byFan = Map.copyOf(byFan);
    }

    public List<Long> of(long fanId) {
        return byFan.getOrDefault(fanId, List.of());
    }
}
