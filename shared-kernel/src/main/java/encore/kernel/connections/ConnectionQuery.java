package encore.kernel.connections;

import encore.kernel.Query;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about connections. */
public sealed interface ConnectionQuery<R> extends Query<R> {

    /**
     * The approved and pending connections of a fan with the names of the other fans, last updated first. An unknown
     * fan is refused as unknown.
     *
     * @param limit null for all
     */
    record FindConnections(
            long account, long fanId, @Nullable Integer limit) implements ConnectionQuery<FanConnections> {}

    /** The fans that each of these fans has an approved connection with. */
    record FindApprovedConnections(long account, List<Long> fanIds) implements ConnectionQuery<ConnectionsByFan> {
        public FindApprovedConnections {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * The other fans of a fan's connections, last updated first.
     *
     * @param statuses the statuses that a connection may have
     * @param limit null for all
     */
    record FindConnectedFans(
            long account,
            long fanId,
            Set<ConnectionStatus> statuses,
            @Nullable Integer limit) implements ConnectionQuery<List<ConnectedFan>> {
        public FindConnectedFans {
            statuses = Set.copyOf(statuses);
        }
    }
}
