package encore.api.connections;

import encore.kernel.WireTime;
import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionStatus;
import encore.kernel.fans.FanName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fan's connections with the others' names, which the fans own; the counts are of the list. */
record FanConnections(int totalCount, int pendingApprovalCount, List<Row> connections) {

    FanConnections {
        connections = List.copyOf(connections);
    }

    static FanConnections of(List<ConnectedFan> found, List<FanName> names) {
        Map<Long, @Nullable String> byFan = new HashMap<>();
        names.forEach(name -> byFan.put(name.fanId(), name.displayName()));
        return new FanConnections(
                found.size(),
                (int) found.stream()
                        .filter(one -> one.status() == ConnectionStatus.PENDING)
                        .count(),
                found.stream().map(one -> Row.of(one, byFan.get(one.fanId()))).toList());
    }

    /**
     * The other fan.
     *
     * @param displayName null when it has none, or is erased
     * @param isRequester whether this other fan asked
     */
    record Row(
            long fanId,
            @Nullable String displayName,
            ConnectionStatus status,
            boolean isRequester,
            @WireTime(WireTime.Form.SECONDS) Instant lastUpdateTimestamp) {

        static Row of(ConnectedFan fan, @Nullable String displayName) {
            return new Row(fan.fanId(), displayName, fan.status(), fan.isRequester(), fan.lastUpdateTimestamp());
        }
    }
}
