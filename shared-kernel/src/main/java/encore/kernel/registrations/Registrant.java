package encore.kernel.registrations;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The names, contacts and address that were sent with a registration; a {@link encore.kernel.Patch} changes them.
 *
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param countryCode two letters, ISO 3166
 */
@RecordBuilder
public record Registrant(
        @PersonalData @Nullable String firstName,
        @PersonalData @Nullable String lastName,
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String phone,
        @PersonalData @Nullable String address,
        @PersonalData @Nullable String city,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String postalCode,
        @PersonalData @Nullable Boolean isMinor,
        @PersonalData @Nullable LocalDate birthDate) {

    public static final Registrant EMPTY = RegistrantBuilder.builder().build();

    /** Returns whether an update has another email. */
    public boolean hasOtherEmailThan(Registrant update) {
        return update.email != null && !update.email.equals(email);
    }
}
