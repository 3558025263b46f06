package encore.kernel.tickets;

import encore.kernel.PersonalData;
import org.jspecify.annotations.Nullable;

/** Says of a ticket who bought it, as it was said with the ticket; a {@link encore.kernel.Patch} changes it. */
public record TicketBuyer(
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String customerKey,
        @PersonalData @Nullable String customerDsn,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String city,
        @PersonalData @Nullable String postalCode) {

    public static final TicketBuyer UNSAID = new TicketBuyer(null, null, null, null, null, null, null);
}
