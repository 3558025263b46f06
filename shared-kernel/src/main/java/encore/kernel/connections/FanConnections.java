package encore.kernel.connections;

import java.util.List;

/** A fan's connections; the counts are of the list. */
public record FanConnections(int totalCount, int pendingApprovalCount, List<ConnectedFan> connections) {

    public FanConnections {
        connections = List.copyOf(connections);
    }
}
