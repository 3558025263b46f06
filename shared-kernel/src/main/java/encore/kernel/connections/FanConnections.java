package encore.kernel.connections;

import encore.kernel.WireTime;
import encore.kernel.fans.DisplayNames;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fan's connections with the others' names, which the fans own; the counts are of the list.
 *
 * @param pendingApprovalCount those that wait for this fan's word
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
     * The other fan.
     *
     * @param displayName null when it has none, or is erased
     * @param isRequester whether this other fan asked
     */
    public record Row(
            long fanId,
            @Nullable String displayName,
            ConnectionStatus status,
            boolean isRequester,
            @WireTime(WireTime.Form.SECONDS) Instant lastUpdateTimestamp) {}
}
