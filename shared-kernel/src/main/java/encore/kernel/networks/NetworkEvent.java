package encore.kernel.networks;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import org.axonframework.serialization.Revision;

/** Everything that can happen to an account's own networks. */
public sealed interface NetworkEvent extends Event.Managed {

    NetworksId networks();

    /** A network was added. */
    @Revision("1")
    record NetworkAdded(NetworksId networks, Network network) implements NetworkEvent {
        @Override
        public String target() {
            return network.network();
        }
    }

    /** A network changed. The event holds the whole new network. */
    @Revision("1")
    record NetworkChanged(NetworksId networks, Network network) implements NetworkEvent {
        @Override
        public String target() {
            return network.network();
        }
    }

    /** A network was removed. */
    @Revision("1")
    record NetworkRemoved(
            NetworksId networks,
            @NotPersonal("the name of a network") String network) implements NetworkEvent {
        @Override
        public String target() {
            return network;
        }
    }
}
