package encore.kernel.connections;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about connections. */
public sealed interface ConnectionQuery<R> extends Query<R> {

    /**
     * A fan's connections, last updated first.
     *
     * @param limit null for all
     */
    record FindConnections(
            long account, long fanId, @Nullable Integer limit) implements ConnectionQuery<List<ConnectedFan>> {}

    /** The fans that a fan is connected with by approval, last updated first. */
    record FindConnectedFans(long account, long fanId) implements ConnectionQuery<List<ConnectedFan>> {}
}
