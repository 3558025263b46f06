package encore.kernel.registrations;

import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A registration. It is both the stored document and the answer. Its personal components are null after the fan is
 * erased.
 *
 * @param creationTimestamp the time of recording
 * @param performanceUid the performance that its ticket event is linked with
 */
public record Registration(
        long accountId,
        @Nullable String registrationKey,
        @Nullable String orderKey,
        @Nullable String eventName,
        @Nullable LocalDate eventDate,
        @Nullable String eventKey,
        long fanId,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant registrationTimestamp,
        @Nullable String email,
        @Nullable String venueName,
        @Nullable String barcode,
        @Nullable String lookupId,
        @Nullable String ticketKey,
        @Nullable String network,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String phone,
        @Nullable String address,
        @Nullable String city,
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String postalCode,
        @Nullable Boolean isMinor,
        @Nullable LocalDate birthDate,
        @Nullable Boolean isPreferred,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable Long activityId,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable String performanceUid) {

    /** Returns the registration that an event describes. */
    public static Registration of(RegistrationEvent event, Registrant registrant, Instant recorded) {
        RegistrationDetails details = event.details();
        return new Registration(
                event.registration().account(),
                details.registrationKey(),
                details.orderKey(),
                details.eventName(),
                details.eventDate(),
                details.eventKey(),
                event.fan().number(),
                details.registrationTimestamp(),
                registrant.email(),
                details.venueName(),
                details.barcode(),
                details.lookupId(),
                details.ticketKey(),
                details.network(),
                registrant.firstName(),
                registrant.lastName(),
                registrant.phone(),
                registrant.address(),
                registrant.city(),
                registrant.countryCode(),
                registrant.province(),
                registrant.postalCode(),
                registrant.isMinor(),
                registrant.birthDate(),
                details.isPreferred(),
                recorded,
                details.activityId(),
                details.isSubscribed(),
                details.isPhoneSubscribed(),
                null);
    }

    /** Returns this registration after the erasure of its fan. */
    public Registration withoutPersonalData() {
        return new Registration(
                accountId,
                registrationKey,
                orderKey,
                eventName,
                eventDate,
                eventKey,
                fanId,
                registrationTimestamp,
                null,
                venueName,
                barcode,
                lookupId,
                ticketKey,
                network,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                isPreferred,
                creationTimestamp,
                activityId,
                isSubscribed,
                isPhoneSubscribed,
                performanceUid);
    }

    /** Returns the value of the claim on the ticket event that it is for. */
    public String eventClaim() {
        return TicketEventDetails.claimed(
                network, eventKey, eventName, eventDate == null ? null : eventDate.toString(), venueName);
    }

    /** Returns this registration with the performance that its ticket event is linked with. */
    public Registration of(@Nullable String performance) {
        return new Registration(
                accountId,
                registrationKey,
                orderKey,
                eventName,
                eventDate,
                eventKey,
                fanId,
                registrationTimestamp,
                email,
                venueName,
                barcode,
                lookupId,
                ticketKey,
                network,
                firstName,
                lastName,
                phone,
                address,
                city,
                countryCode,
                province,
                postalCode,
                isMinor,
                birthDate,
                isPreferred,
                creationTimestamp,
                activityId,
                isSubscribed,
                isPhoneSubscribed,
                performance);
    }
}
