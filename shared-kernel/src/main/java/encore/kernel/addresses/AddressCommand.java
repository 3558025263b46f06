package encore.kernel.addresses;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of an account's monitored addresses; each answers the one that it was about. */
public sealed interface AddressCommand extends Command<AddressEntry> {

    AddressesId addresses();

    @Override
    default AddressesId stream() {
        return addresses();
    }

    /**
     * Bans an address or a network, or lets it in. What says the same already stays, what says the opposite is replaced.
     *
     * @param uid what the entry is called if there is none that says the same
     * @param network an address as RFC 5952 writes it, or a network: its first address, a slash and the prefix
     * @param pageTabId limits it to what names this campaign; null for all
     * @param isBlocked false lets in what a wider entry bans
     */
    record MonitorAddress(
            AddressesId addresses,
            String uid,
            String network,
            @Nullable Long pageTabId,
            boolean isBlocked) implements AddressCommand {}

    /** Takes an entry away, if there is one that says just this; nothing happens otherwise. */
    record ForgetAddress(
            AddressesId addresses, String network, @Nullable Long pageTabId, boolean isBlocked)
            implements AddressCommand {}

    /** Takes an entry away that a restored log has again, though its key is gone and nobody can read it. */
    record ForgetUnreadable(AddressesId addresses, AddressId address) implements AddressCommand {}
}
