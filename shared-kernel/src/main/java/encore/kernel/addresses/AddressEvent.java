package encore.kernel.addresses;

import encore.kernel.Event;
import encore.kernel.PersonalData;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen to monitored addresses. Each has a stream and a key of its own, which goes with it; how many
 * there are stands in the account's.
 */
public sealed interface AddressEvent extends Event {

    /** From there nobody is let in, or is all the same. It never changes. */
    @Revision("1")
    record AddressMonitored(
            AddressId address,
            @PersonalData @Nullable String ipAddress,
            @Nullable Long pageTabId,
            boolean isBlocked) implements AddressEvent {
        @Override
        public AddressId subject() {
            return address;
        }
    }

    /** Nobody looks at where that was any more, and nobody can read it. */
    @Revision("1")
    record AddressForgotten(AddressId address) implements AddressEvent, Event.Ending {
        @Override
        public AddressId subject() {
            return address;
        }
    }

    /** The account has one more. */
    @Revision("1")
    record AddressListed(AddressesId addresses, AddressId address) implements AddressEvent {}

    /** The account has one less. */
    @Revision("1")
    record AddressUnlisted(AddressesId addresses, AddressId address) implements AddressEvent {}
}
