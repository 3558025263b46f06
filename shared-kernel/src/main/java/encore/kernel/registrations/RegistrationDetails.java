package encore.kernel.registrations;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import encore.kernel.scans.ScanCode;
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
        @PublishedValue @NotPersonal("a ticket shop or another system") @Nullable
        String network,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String registrationKey,

        @PublishedValue @NotPersonal("a key of an order") @Nullable
        String orderKey,

        @NotPersonal("a show's name") @Nullable String eventName,
        @PublishedValue @Nullable LocalDate eventDate,

        @PublishedValue @NotPersonal("a key of a show") @Nullable
        String eventKey,

        @NotPersonal("the location of a show") @Nullable String venueName,
        @Secret @NotPersonal("a code of a thing") @Nullable String barcode,
        @NotPersonal("a code of a thing") @Nullable String lookupId,

        @PublishedValue @NotPersonal("a key of a thing") @Nullable
        String ticketKey,

        @PublishedValue @Nullable Instant registrationTimestamp,
        @PublishedValue @Nullable Long activityId,
        @PublishedValue @Nullable Boolean isPreferred,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed) {

    public static final RegistrationDetails EMPTY =
            RegistrationDetailsBuilder.builder().build();

    /** Returns the codes by which scans find it. The ticket key is left out: the ticket itself holds that code. */
    public List<ScanCode> codes() {
        return ScanCode.of(network, registrationKey, null, lookupId, barcode);
    }
}
