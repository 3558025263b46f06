package encore.kernel.tickets;

import encore.kernel.privacy.PersonalData;
import org.jspecify.annotations.Nullable;

/** The buyer's data that was sent with a ticket; a {@link encore.kernel.Patch} changes it. */
public record TicketBuyer(
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String customerKey,
        @PersonalData @Nullable String customerDsn,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String city,
        @PersonalData @Nullable String postalCode) {

    public static final TicketBuyer EMPTY = new TicketBuyer(null, null, null, null, null, null, null);
}
