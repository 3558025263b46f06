package encore.kernel.networks;

import encore.kernel.lists.ListEvent;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to an account's own networks. */
public sealed interface NetworkEvent extends ListEvent<Network> {

    NetworksId networks();

    /** A network was added. */
    @Revision("1")
    record NetworkAdded(NetworksId networks, @PublishedValue Network network)
            implements NetworkEvent, ListEvent.Added<Network> {}

    /** A network changed. The event holds the whole new network. */
    @Revision("1")
    record NetworkChanged(
            NetworksId networks, @PublishedValue Network network) implements NetworkEvent, ListEvent.Changed<Network> {}

    /** A network was removed. */
    @Revision("1")
    record NetworkRemoved(
            NetworksId networks,

            @PublishedValue @NotPersonal("the name of a network")
            String network) implements NetworkEvent, ListEvent.Removed<Network> {}
}
