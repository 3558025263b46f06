package encore.kernel.registrations;

import encore.kernel.privacy.Contact;
import encore.kernel.records.StrictMapping;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

/**
 * A registration. It is both the stored document and the answer. Its personal components are null after the fan is
 * erased.
 *
 * @param creationTimestamp the time of recording
 * @param performanceUid the performance that its ticket event is linked with
 */
@RecordBuilder
public record Registration(
        long accountId,
        @Nullable String registrationKey,
        @Nullable String orderKey,
        @Nullable String eventName,
        @Nullable LocalDate eventDate,
        @Nullable String eventKey,
        long fanId,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant registrationTimestamp,
        @Contact @Nullable String email,
        @Nullable String venueName,
        @Nullable String barcode,
        @Nullable String lookupId,
        @Nullable String ticketKey,
        @Nullable String network,
        @Contact @Nullable String firstName,
        @Contact @Nullable String lastName,
        @Contact @Nullable String phone,
        @Contact @Nullable String address,
        @Nullable String city,
        @Nullable String countryCode,
        @Nullable String province,
        @Contact @Nullable String postalCode,
        @Nullable Boolean isMinor,
        @Contact @Nullable LocalDate birthDate,
        @Nullable Boolean isPreferred,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable Long activityId,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable String performanceUid) {

    /** Returns the registration that an event describes. */
    public static Registration of(RegistrationEvent event, Registrant registrant, Instant recorded) {
        return RegistrationMapper.MAPPER.registration(
                event.details(),
                registrant,
                event.registration().account(),
                event.fan().number(),
                recorded);
    }

    @Mapper(config = StrictMapping.class)
    interface RegistrationMapper {

        RegistrationMapper MAPPER = new Registration$RegistrationMapperGenerated();

        @Mapping(target = "performanceUid", ignore = true)
        @Mapping(target = "of", ignore = true)
        Registration registration(
                RegistrationDetails details,
                Registrant registrant,
                long accountId,
                long fanId,
                Instant creationTimestamp);
    }

    /** Returns this registration after the erasure of its fan. */
    public Registration withoutPersonalData() {
        return RegistrationBuilder.builder(this)
                .email(null)
                .firstName(null)
                .lastName(null)
                .phone(null)
                .address(null)
                .city(null)
                .countryCode(null)
                .province(null)
                .postalCode(null)
                .isMinor(null)
                .birthDate(null)
                .build();
    }

    /** Returns the value of the claim on the ticket event that it is for. */
    public String eventClaim() {
        return TicketEventDetails.claimed(
                network, eventKey, eventName, eventDate == null ? null : eventDate.toString(), venueName);
    }

    /** Returns this registration with the performance that its ticket event is linked with. */
    public Registration of(@Nullable String performance) {
        return RegistrationBuilder.builder(this).performanceUid(performance).build();
    }
}
