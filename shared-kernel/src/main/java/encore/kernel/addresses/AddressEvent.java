package encore.kernel.addresses;

import encore.kernel.Event;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to monitored addresses. Each address has a stream and an encryption key of its own, and
 * its key is destroyed with it. The stream of the account lists them.
 */
public sealed interface AddressEvent extends Event {

    /** An address is banned, or let in. The entry never changes. */
    @Revision("1")
    record AddressMonitored(
            AddressId address,
            @PersonalData @Nullable String ipAddress,
            @PublishedValue @Nullable Long pageTabId,
            @PublishedValue boolean isBlocked)
            implements AddressEvent {
        @Override
        public AddressId subject() {
            return address;
        }
    }

    /** An address is no longer monitored, and nobody can read it any more. */
    @Revision("1")
    record AddressForgotten(AddressId address) implements AddressEvent, Event.FinalEvent {
        @Override
        public AddressId subject() {
            return address;
        }
    }

    /** An address was added to the account's list. */
    @Revision("1")
    record AddressListed(AddressesId addresses, AddressId address) implements AddressEvent {}

    /** An address was removed from the account's list. */
    @Revision("1")
    record AddressUnlisted(AddressesId addresses, AddressId address) implements AddressEvent {}
}
