package encore.command.networks;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkChanged;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.networks.NetworksId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The account's own networks, in addition to the built-in ones that every account has. */
@Aggregate
class Networks {

    /** Far more than anyone sells or streams on, and few enough to be answered in full. */
    private static final int MOST = 1_000;

    @AggregateIdentifier
    private @Nullable NetworksId id;

    /** By name. */
    private Map<String, Network> networks = new HashMap<>();

    Networks() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Network decide(AddNetwork command) {
        String name = command.network().network();
        theNameIsFree(name);
        thereIsRoomForOneMore();
        Network added = Patch.of(command.network()).on(new Network(name, null, List.of()));
        apply(new NetworkAdded(command.networks(), added));
        return added;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Network decide(ChangeNetwork command) {
        Network before = theNetworkCalled(command.change().given().network());
        Network changed = command.change().on(before);
        if (!changed.equals(before)) {
            apply(new NetworkChanged(command.networks(), changed));
        }
        return changed;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Network decide(RemoveNetwork command) {
        Network removed = theNetworkCalled(command.network());
        apply(new NetworkRemoved(command.networks(), removed.network()));
        return removed;
    }

    private void theNameIsFree(String name) {
        if (networks.containsKey(name)
                || Network.BUILT_IN.stream().anyMatch(each -> each.network().equals(name))) {
            throw new Refusal(RULE, "network-exists", "network", "A network with this name exists.");
        }
    }

    private void thereIsRoomForOneMore() {
        if (networks.size() >= MOST) {
            throw new Refusal(RULE, "too-many-networks", "An account has at most 1000 networks of its own.");
        }
    }

    private Network theNetworkCalled(String name) {
        Network network = networks.get(name);
        if (network == null) {
            throw Refusal.unknown("The account has no own network with this name.");
        }
        return network;
    }

    @EventSourcingHandler
    void evolve(NetworkAdded event) {
        id = event.networks();
        networks.put(event.network().network(), event.network());
    }

    @EventSourcingHandler
    void evolve(NetworkChanged event) {
        networks.put(event.network().network(), event.network());
    }

    @EventSourcingHandler
    void evolve(NetworkRemoved event) {
        networks.remove(event.network());
    }
}
