package encore.query.networks;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Refusal;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkChanged;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the networks that accounts add. The built-in networks are constants of the kernel. */
@Component
class NetworksProjection implements Projection {

    private static final Collection<OfAccount> NETWORKS =
            Collection.of("networks", OfAccount.class, Index.on("account", "position"));
    private static final Keyset<OfAccount> OLDEST_FIRST = Keyset.byNumber(NETWORKS, "position", OfAccount::position);

    /** @param position the position at which it was added */
    record OfAccount(long account, long position, Network network) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("networks", List.of(NETWORKS));
    }

    @EventHandler
    void on(NetworkAdded event, Recorded recorded, Documents.Batch documents) {
        long account = event.networks().account();
        documents.put(
                NETWORKS,
                key(account, event.network().network()),
                new OfAccount(account, recorded.position(), event.network()));
    }

    @EventHandler
    void on(NetworkChanged event, Documents.Batch documents) {
        String key = key(event.networks().account(), event.network().network());
        OfAccount before = documents.get(NETWORKS, key);
        if (before != null) {
            documents.put(NETWORKS, key, new OfAccount(before.account(), before.position(), event.network()));
        }
    }

    @EventHandler
    void on(NetworkRemoved event, Documents.Batch documents) {
        documents.remove(NETWORKS, key(event.networks().account(), event.network()));
    }

    private static String key(long account, String network) {
        return account + "." + network;
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
        OfAccount found = documents.get(NETWORKS, key(query.account(), query.network()));
        if (found == null) {
            throw Refusal.unknown("The account has added no network of this name.");
        }
        return found.network();
    }

    private static Stream<Network> own(long account, Documents documents) {
        return OLDEST_FIRST.all(documents, Where.equal("account", account)).map(OfAccount::network);
    }
}
