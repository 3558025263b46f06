package encore.api.registrations;

import static encore.api.input.OptionalText.blankToNull;

import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.kernel.names.KeySpelling;
import encore.kernel.privacy.Contact;
import encore.kernel.registrations.Registrant;
import encore.kernel.registrations.RegistrationDetails;
import encore.kernel.registrations.RegistrationDetailsBuilder;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** A registration as another system reports it. When it is reported again, omitted fields stay. */
record RegistrationInput(
        @Contact @NotBlank @Size(max = 255) String firstName,
        @Contact @NotBlank @Size(max = 255) String lastName,
        @NotBlank @Size(max = 255) String eventName,
        LocalDate eventDate,

        @Contact @Format(Format.EMAIL) @NotBlank @Size(max = 255)
        String email,

        @Description("Unique in its network. A registration that already has this key is changed.")
        @NotBlank
        @Size(max = 255)
        String registrationKey,

        Instant registrationTimestamp,
        @NotBlank @Size(max = 255) String network,
        @Contact @Format(Format.PHONE) @Nullable String phone,
        @Nullable @Size(max = 255) String venueName,

        @Description("A scanner may read it instead of the key. If two registrations have it, the last one counts.")
        @Nullable
        @Size(max = 255)
        String barcode,

        @Description("A scanner may read it instead of the key.") @Nullable @Size(max = 255)
        String lookupId,

        @Nullable @Size(max = 255) String eventKey,
        @Nullable @Size(max = 255) String ticketKey,
        @Nullable Boolean isMinor,
        @Contact @Nullable @PastOrPresent LocalDate birthDate,

        @Description(
                "The country of the fan, and of a phone without a country prefix. Absent: such a phone is read as a US"
                        + " number.")
        @Format(Format.COUNTRY)
        @Nullable
        String countryCode,

        @Nullable String province,
        @Nullable String city,
        @Contact @Nullable String postalCode,
        @Contact @Nullable @Size(max = 1_000) String address,

        @Description("The activity that came with the registration.") @Nullable
        Long activityId,

        @Nullable Boolean isPreferred,

        @Description("Also sets the fan's subscription when the registration is new.") @Nullable
        Boolean isSubscribed,

        @Description("Set for the fan too, when the registration is new.") @Nullable
        Boolean isPhoneSubscribed,

        @Nullable @Size(max = 255) String orderKey) {

    RegistrationDetails details() {
        return RegistrationDetailsBuilder.builder()
                .network(network)
                .registrationKey(registrationKey)
                .orderKey(blankToNull(orderKey))
                .eventName(eventName)
                .eventDate(eventDate)
                .eventKey(blankToNull(eventKey))
                .venueName(blankToNull(venueName))
                .barcode(KeySpelling.ofCode(blankToNull(barcode)))
                .lookupId(KeySpelling.ofCode(blankToNull(lookupId)))
                .ticketKey(KeySpelling.ofCode(blankToNull(ticketKey)))
                .registrationTimestamp(registrationTimestamp)
                .activityId(activityId)
                .isPreferred(isPreferred)
                .isSubscribed(isSubscribed)
                .isPhoneSubscribed(isPhoneSubscribed)
                .build();
    }

    Registrant registrant() {
        String country = blankToNull(Countries.code(countryCode));
        return new Registrant(
                firstName,
                lastName,
                Contacts.email(email),
                blankToNull(Contacts.phone(phone, country)),
                blankToNull(address),
                blankToNull(city),
                country,
                blankToNull(province),
                blankToNull(postalCode),
                isMinor,
                birthDate);
    }
}
