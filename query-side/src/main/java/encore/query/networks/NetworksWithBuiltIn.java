package encore.query.networks;

import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Lists the networks that every account has before an account's own. */
@Component
class NetworksWithBuiltIn implements QueryComponent {

    private final QueryGateway queryGateway;

    NetworksWithBuiltIn(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<Network> find(FindNetworks query) {
        return Stream.concat(Network.BUILT_IN.stream(), queryGateway.ask(new FindOwnNetworks(query.account())).stream())
                .filter(network -> query.category() == null || network.isIn(query.category()))
                .toList();
    }
}
