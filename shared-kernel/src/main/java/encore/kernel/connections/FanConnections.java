package encore.kernel.connections;

import encore.kernel.fans.DisplayNames;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a fan with the names of the other fans. The counts are those of the list.
 *
 * @param pendingApprovalCount the number of requests that wait for this fan's decision
 */
public record FanConnections(int totalCount, int pendingApprovalCount, List<Row> connections) {

    public FanConnections {
        connections = List.copyOf(connections);
    }

    public static FanConnections of(List<ConnectedFan> others, DisplayNames names) {
        return new FanConnections(
                others.size(),
                (int) others.stream()
                        .filter(other -> other.status() == ConnectionStatus.PENDING && other.isRequester())
                        .count(),
                others.stream()
                        .map(other -> new Row(
                                other.fanId(),
                                names.of(other.fanId()),
                                other.status(),
                                other.isRequester(),
                                other.lastUpdateTimestamp()))
                        .toList());
    }

    /**
     * A connection, described by its other fan.
     *
     * @param displayName null for a fan without a display name, or an erased fan
     * @param isRequester whether this other fan asked for the connection
     */
    public record Row(
            long fanId,
            @Nullable String displayName,
            ConnectionStatus status,
            boolean isRequester,
            @WireTime(WireTime.Form.SECONDS) Instant lastUpdateTimestamp) {}
}
