package encore.kernel.registrations;

import encore.kernel.PersonalData;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Who registered, as was said with the registration; a {@link encore.kernel.Patch} changes it.
 *
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param countryCode two letters, ISO 3166
 */
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

    public static final Registrant UNSAID =
            new Registrant(null, null, null, null, null, null, null, null, null, null, null);

    /** Whether what is said now names another email than was said. */
    public boolean isNotReachedBy(Registrant said) {
        return said.email != null && !said.email.equals(email);
    }
}
