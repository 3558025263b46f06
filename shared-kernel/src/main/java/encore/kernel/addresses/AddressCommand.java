package encore.kernel.addresses;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/** The commands of an account's monitored addresses. Each answers the entry that it is about. */
public sealed interface AddressCommand extends Command<AddressEntry> {

    AddressesId addresses();

    @Override
    default AddressesId stream() {
        return addresses();
    }

    /**
     * Bans an address or a network, or lets it in. An equal entry stays; an entry that says the opposite is replaced.
     *
     * @param uid the uid of the new entry; unused when there is an equal one
     * @param network an address as RFC 5952 writes it, or a network: its first address, a slash and the prefix
     * @param pageTabId limits the entry to requests that name this campaign; null for all requests
     * @param isBlocked true to ban; false to let in addresses that a wider entry bans
     */
    record MonitorAddress(
            AddressesId addresses,
            String uid,
            String network,
            @Nullable Long pageTabId,
            boolean isBlocked) implements AddressCommand {}

    /** Removes the entry that says exactly this; changes nothing when there is none. */
    record ForgetAddress(
            AddressesId addresses, String network, @Nullable Long pageTabId, boolean isBlocked)
            implements AddressCommand {}

    /** Removes an entry that came back with a restored log, though its key is destroyed and nobody can read it. */
    record ForgetUnreadable(AddressesId addresses, AddressId address) implements AddressCommand {}
}
