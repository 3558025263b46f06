package encore.kernel.networks;

import encore.kernel.Command;

/** Everything that can be asked of an account's own networks; each answers the network that it was about. */
public sealed interface NetworkCommand extends Command<Network> {

    NetworksId networks();

    @Override
    default NetworksId stream() {
        return networks();
    }

    /** Adds a network. One of that name, also one that every account has, is refused. */
    record AddNetwork(NetworksId networks, Network network) implements NetworkCommand {}

    /** Describes a network anew: what is null stays. The name stood in the path. */
    record ChangeNetwork(NetworksId networks, Network change) implements NetworkCommand {}

    /** Takes a network away. What came from it keeps its name, which may be added again. The name stood in the path. */
    record RemoveNetwork(NetworksId networks, String network) implements NetworkCommand {}
}
