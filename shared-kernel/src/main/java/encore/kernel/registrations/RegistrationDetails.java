package encore.kernel.registrations;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.scans.ScanCode;
import encore.kernel.told.ToldValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The event and the codes of a registration; a {@link encore.kernel.Patch} changes them.
 *
 * @param eventDate the local date of the event
 * @param activityId the activity of the registration
 */
@RecordBuilder
public record RegistrationDetails(
        @ToldValue @NotPersonal("a ticket shop or another system") @Nullable
        String network,

        @ToldValue @NotPersonal("a key of a thing") @Nullable
        String registrationKey,

        @ToldValue @NotPersonal("a key of an order") @Nullable
        String orderKey,

        @NotPersonal("a show's name") @Nullable String eventName,
        @ToldValue @Nullable LocalDate eventDate,
        @ToldValue @NotPersonal("a key of a show") @Nullable String eventKey,
        @NotPersonal("the location of a show") @Nullable String venueName,
        @NotPersonal("a code of a thing") @Nullable String barcode,
        @NotPersonal("a code of a thing") @Nullable String lookupId,

        @ToldValue @NotPersonal("a key of a thing") @Nullable
        String ticketKey,

        @ToldValue @Nullable Instant registrationTimestamp,
        @ToldValue @Nullable Long activityId,
        @ToldValue @Nullable Boolean isPreferred,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed) {

    public static final RegistrationDetails EMPTY =
            RegistrationDetailsBuilder.builder().build();

    /** Returns the codes by which scans find it. The ticket key is left out: the ticket itself holds that code. */
    public List<ScanCode> codes() {
        return ScanCode.of(network, registrationKey, null, lookupId, barcode);
    }
}
