package encore.kernel.fans;

import encore.kernel.PersonalData;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who a fan is and how to reach it. As a change, null leaves a component as it is and an empty text clears it; as a
 * state, no text is empty.
 *
 * @param name as given in one; otherwise first and last name make it
 * @param email trimmed and lower-case
 * @param phone E.164
 * @param countryCode two letters, ISO 3166
 */
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

    public static final Profile EMPTY =
            new Profile(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /** This profile after a change; both sides fold with it, so that they cannot differ. */
    public Profile with(Profile change) {
        return new Profile(
                folded(name, change.name),
                folded(firstName, change.firstName),
                folded(lastName, change.lastName),
                folded(displayName, change.displayName),
                folded(email, change.email),
                folded(phone, change.phone),
                folded(gender, change.gender),
                change.birthDate == null ? birthDate : change.birthDate,
                folded(ipAddress, change.ipAddress),
                change.latitude == null ? latitude : change.latitude,
                change.longitude == null ? longitude : change.longitude,
                folded(countryCode, change.countryCode),
                folded(province, change.province),
                folded(city, change.city),
                folded(postalCode, change.postalCode),
                folded(fanSource, change.fanSource));
    }

    /** The part of a wish that would change this profile. */
    public Profile changesOf(Profile wish) {
        return new Profile(
                changed(name, wish.name),
                changed(firstName, wish.firstName),
                changed(lastName, wish.lastName),
                changed(displayName, wish.displayName),
                changed(email, wish.email),
                changed(phone, wish.phone),
                changed(gender, wish.gender),
                Objects.equals(birthDate, wish.birthDate) ? null : wish.birthDate,
                changed(ipAddress, wish.ipAddress),
                Objects.equals(latitude, wish.latitude) ? null : wish.latitude,
                Objects.equals(longitude, wish.longitude) ? null : wish.longitude,
                changed(countryCode, wish.countryCode),
                changed(province, wish.province),
                changed(city, wish.city),
                changed(postalCode, wish.postalCode),
                changed(fanSource, wish.fanSource));
    }

    /** The part of a wish that this profile has nothing for yet. A fan with a first or last name has a name. */
    public Profile gapsFilledBy(Profile wish) {
        boolean named = name != null || firstName != null || lastName != null;
        boolean placed = latitude != null || longitude != null;
        return new Profile(
                named ? null : given(wish.name),
                missing(firstName, wish.firstName),
                missing(lastName, wish.lastName),
                missing(displayName, wish.displayName),
                missing(email, wish.email),
                missing(phone, wish.phone),
                missing(gender, wish.gender),
                birthDate == null ? wish.birthDate : null,
                missing(ipAddress, wish.ipAddress),
                placed ? null : wish.latitude,
                placed ? null : wish.longitude,
                missing(countryCode, wish.countryCode),
                missing(province, wish.province),
                missing(city, wish.city),
                missing(postalCode, wish.postalCode),
                missing(fanSource, wish.fanSource));
    }

    /** The same with other contacts. */
    public Profile withContacts(@Nullable String otherEmail, @Nullable String otherPhone) {
        return new Profile(
                name,
                firstName,
                lastName,
                displayName,
                otherEmail,
                otherPhone,
                gender,
                birthDate,
                ipAddress,
                latitude,
                longitude,
                countryCode,
                province,
                city,
                postalCode,
                fanSource);
    }

    /** The same with another name in one; empty clears it. */
    public Profile withName(@Nullable String otherName) {
        return new Profile(
                otherName,
                firstName,
                lastName,
                displayName,
                email,
                phone,
                gender,
                birthDate,
                ipAddress,
                latitude,
                longitude,
                countryCode,
                province,
                city,
                postalCode,
                fanSource);
    }

    private static @Nullable String folded(@Nullable String before, @Nullable String change) {
        return change == null ? before : given(change);
    }

    private static @Nullable String changed(@Nullable String before, @Nullable String wish) {
        return wish == null || wish.equals(before == null ? "" : before) ? null : wish;
    }

    private static @Nullable String missing(@Nullable String before, @Nullable String wish) {
        return before == null ? given(wish) : null;
    }

    private static @Nullable String given(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
