package encore.kernel.connections;

import encore.kernel.Query;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about connections. */
public sealed interface ConnectionQuery<R> extends Query<R> {

    /**
     * A fan's connections, approved and pending, with the others' names, last updated first; an unknown fan is refused as unknown.
     *
     * @param limit null for all
     */
    record FindConnections(
            long account, long fanId, @Nullable Integer limit) implements ConnectionQuery<FanConnections> {}

    /** The fans that each of these fans is connected with and both have said so. */
    record FindApprovedConnections(long account, List<Long> fanIds) implements ConnectionQuery<ConnectionsOfFans> {
        public FindApprovedConnections {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * The fans that a fan is connected with, last updated first.
     *
     * @param statuses any of these
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
