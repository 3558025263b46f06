package encore.kernel.registrations;

import encore.kernel.NotPersonal;
import encore.kernel.scans.Code;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody registered for; a {@link encore.kernel.Patch} changes it.
 *
 * @param eventDate local to its own time zone
 * @param activityId with which it was done
 */
public record RegistrationDetails(
        @NotPersonal("a ticket shop or another system") @Nullable
        String network,

        @NotPersonal("a key of a thing") @Nullable String registrationKey,
        @NotPersonal("a key of an order") @Nullable String orderKey,
        @NotPersonal("a show's name") @Nullable String eventName,
        @Nullable LocalDate eventDate,
        @NotPersonal("a key of a show") @Nullable String eventKey,
        @NotPersonal("where a show is") @Nullable String venueName,
        @NotPersonal("a code of a thing") @Nullable String barcode,
        @NotPersonal("a code of a thing") @Nullable String lookupId,
        @NotPersonal("a key of a thing") @Nullable String ticketKey,
        @Nullable Instant registrationTimestamp,
        @Nullable Long activityId,
        @Nullable Boolean isPreferred,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed) {

    public static final RegistrationDetails UNSAID = new RegistrationDetails(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /** By which it is found at the door; its ticket's key is the ticket's. */
    public List<Code> codes() {
        return Code.of(network, registrationKey, null, lookupId, barcode);
    }
}
