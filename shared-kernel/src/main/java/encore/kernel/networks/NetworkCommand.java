package encore.kernel.networks;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of an account's own networks; each answers the network that it was about. */
public sealed interface NetworkCommand extends Command<Network> {

    NetworksId networks();

    @Override
    default NetworksId stream() {
        return networks();
    }

    /** Adds a network. One of that name, also one that every account has, is refused. */
    record AddNetwork(NetworksId networks, Network network) implements NetworkCommand {}

    /** Describes the network that the change names anew. The name stood in the path. */
    record ChangeNetwork(NetworksId networks, Patch<Network> change) implements NetworkCommand {}

    /** Takes a network away. What came from it keeps its name, which may be added again. The name stood in the path. */
    record RemoveNetwork(NetworksId networks, String network) implements NetworkCommand {}
}
