package encore.query.networks;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkEvent;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.kernel.networks.NetworksId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the networks that accounts add. The built-in networks are constants of the kernel. */
@Component
class NetworksProjection implements Projection {

    private static final Catalogue<Network> NETWORKS = Catalogue.ofLists("networks", Network.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("networks", List.of(NETWORKS.collection()));
    }

    @EventHandler
    void on(NetworkEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        NETWORKS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<Network> find(FindNetworks query, Documents documents) {
        return Stream.concat(Network.BUILT_IN.stream(), own(query.account(), documents))
                .filter(network -> query.category() == null || network.isIn(query.category()))
                .toList();
    }

    @QueryHandler
    List<Network> find(FindOwnNetworks query, Documents documents) {
        return own(query.account(), documents).toList();
    }

    @QueryHandler
    Network find(FindOwnNetwork query, Documents documents) {
        return NETWORKS.one(new NetworksId(query.account()), query.network(), documents)
                .thing();
    }

    private static Stream<Network> own(long account, Documents documents) {
        return NETWORKS.all(new NetworksId(account), documents).map(CatalogueEntry::thing);
    }
}
