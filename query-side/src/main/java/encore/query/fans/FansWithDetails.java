package encore.query.fans;

import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionQuery.FindConnectedFans;
import encore.kernel.connections.ConnectionStatus;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanDetails;
import encore.kernel.fans.FanDetails.Identifier;
import encore.kernel.fans.FanQuery.FindFan;
import encore.kernel.fans.FanQuery.FindFanDetails;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins a fan with its connections and with its names on other networks. */
@Component
class FansWithDetails implements QueryComponent {

    private final QueryGateway queryGateway;

    FansWithDetails(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    FanDetails find(FindFanDetails query) {
        Fan fan = queryGateway.ask(new FindFan(query.account(), query.fanId()));
        return new FanDetails(
                fan,
                queryGateway
                        .ask(new FindConnectedFans(
                                query.account(), query.fanId(), Set.of(ConnectionStatus.APPROVED), null))
                        .stream()
                        .map(ConnectedFan::fanId)
                        .toList(),
                queryGateway.ask(new FindIdentifiers(query.account(), List.of(query.fanId()))).stream()
                        .map(one -> new Identifier(one.network(), one.identifierValue()))
                        .toList());
    }
}
