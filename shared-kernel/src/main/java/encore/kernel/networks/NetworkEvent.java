package encore.kernel.networks;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to an account's own networks. */
public sealed interface NetworkEvent extends Event.Managed {

    NetworksId networks();

    /** The account has another network. */
    @Revision("1")
    record NetworkAdded(NetworksId networks, Network network) implements NetworkEvent {
        @Override
        public String target() {
            return network.network();
        }
    }

    /** A network is described otherwise: as it says now, whole. */
    @Revision("1")
    record NetworkChanged(NetworksId networks, Network network) implements NetworkEvent {
        @Override
        public String target() {
            return network.network();
        }
    }

    /** The account has that network no longer. */
    @Revision("1")
    record NetworkRemoved(
            NetworksId networks,
            @NotPersonal("a network, no one on it") String network) implements NetworkEvent {
        @Override
        public String target() {
            return network;
        }
    }
}
