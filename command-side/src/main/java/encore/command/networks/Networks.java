package encore.command.networks;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkEvent;
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

    /** The account's quota is smaller, unless the operator raised it. */
    private static final KeyedList<Network> NETWORKS =
            KeyedList.<Network>of("network", "network", 10_000).withBuiltIn(Network.BUILT_IN);

    @AggregateIdentifier
    private @Nullable NetworksId id;

    /** By name. */
    private Map<String, Network> networks = new HashMap<>();

    Networks() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Network decide(AddNetwork command) {
        var empty = new Network(command.network().network(), null, List.of());
        return NETWORKS.decision(command.networks(), networks).add(empty, command.network(), NetworkAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Network decide(ChangeNetwork command) {
        return NETWORKS.decision(command.networks(), networks).change(command.change(), NetworkChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Network decide(RemoveNetwork command) {
        return NETWORKS.decision(command.networks(), networks).remove(command.network(), NetworkRemoved::new);
    }

    @EventSourcingHandler
    void evolve(NetworkEvent event) {
        id = event.networks();
        NETWORKS.evolve(networks, event);
    }
}
