package encore.kernel.fans.profile;

import encore.kernel.Patch;
import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The names, contacts and address of a fan; a {@link Patch} changes it.
 *
 * @param name the full name as it was given; null when first and last name make it
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param countryCode two letters, ISO 3166
 */
@RecordBuilder
public record Profile(
        @PersonalData @Nullable String name,
        @PersonalData @Nullable String firstName,
        @PersonalData @Nullable String lastName,
        @PersonalData @Nullable String displayName,
        @PersonalData @Nullable String email,
        @PersonalData @Nullable String phone,
        @PersonalData @Nullable String gender,
        @PersonalData @Nullable LocalDate birthDate,
        @PersonalData @Nullable String ipAddress,
        @PersonalData @Nullable Double latitude,
        @PersonalData @Nullable Double longitude,
        @PersonalData @Nullable String countryCode,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String city,
        @PersonalData @Nullable String postalCode,
        @PersonalData @Nullable String fanSource) {

    /** The space of the claims on emails; their owners are fans. */
    public static final String EMAIL_SPACE = "email";

    public static final String PHONE_SPACE = "phone";

    public static final Profile EMPTY = ProfileBuilder.builder().build();

    /** Returns a profile with contacts only. */
    public static Profile reachableBy(@Nullable String email, @Nullable String phone) {
        return ProfileBuilder.builder().email(email).phone(phone).build();
    }

    /** Returns whether all four components of the address are missing. */
    public boolean isWithoutAddress() {
        return countryCode == null && province == null && city == null && postalCode == null;
    }

    /** Returns the components of another profile that are missing here. A fan with a first or last name has a name. */
    public Patch<Profile> fillGapsFrom(Profile other) {
        Patch<Profile> gaps = Patch.of(other).fillingGapsOf(this);
        boolean hasName = firstName != null || lastName != null;
        boolean hasCoordinates = latitude != null || longitude != null;
        gaps = hasName ? gaps.without("name") : gaps;
        return hasCoordinates ? gaps.without("latitude", "longitude") : gaps;
    }
}
