package encore.kernel.networks;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of an account's own networks. Each answers the network that it is about. */
public sealed interface NetworkCommand extends Command<Network> {

    NetworksId networks();

    @Override
    default NetworksId stream() {
        return networks();
    }

    /** Adds a network. A name that is taken, also by a built-in network, is refused. */
    record AddNetwork(NetworksId networks, Network network) implements NetworkCommand {}

    /** Changes the network with the name of the change. The path names it, so an unknown one is refused as unknown. */
    record ChangeNetwork(NetworksId networks, Patch<Network> change) implements NetworkCommand {}

    /**
     * Removes a network. Data from it keeps its name, and the name may be added again. The path names it, so an unknown
     * one is refused as unknown.
     */
    record RemoveNetwork(NetworksId networks, String network) implements NetworkCommand {}
}
