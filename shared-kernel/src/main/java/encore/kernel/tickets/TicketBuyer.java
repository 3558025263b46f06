package encore.kernel.tickets;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** The buyer's data that was sent with a ticket; a {@link encore.kernel.Patch} changes it. */
@RecordBuilder
public record TicketBuyer(
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String customerKey,
        @PersonalData @Nullable String customerDsn,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String city,
        @PersonalData @Nullable String postalCode) {

    public static final TicketBuyer EMPTY = TicketBuyerBuilder.builder().build();
}
