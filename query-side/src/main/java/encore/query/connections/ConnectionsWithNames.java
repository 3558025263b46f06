package encore.query.connections;

import static encore.kernel.connections.ConnectionStatus.APPROVED;
import static encore.kernel.connections.ConnectionStatus.PENDING;

import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.connections.ConnectionQuery.FindConnections;
import encore.kernel.connections.FanConnections;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins a fan's connections with the display names of the other fans. */
@Component
class ConnectionsWithNames implements QueryComponent {

    private final QueryGateway queryGateway;

    ConnectionsWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    FanConnections find(FindConnections query) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        List<ConnectedFan> others = queryGateway.ask(
                new FindConnectedFans(query.account(), query.fanId(), Set.of(PENDING, APPROVED), query.limit()));
        List<Long> fans = others.stream().map(ConnectedFan::fanId).toList();
        return FanConnections.of(others, queryGateway.ask(new FindDisplayNames(query.account(), fans)));
    }
}
