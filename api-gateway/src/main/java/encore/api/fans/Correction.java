package encore.api.fans;

import encore.api.input.Cleared;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.kernel.Patch;
import encore.kernel.fans.Consent;
import encore.kernel.fans.Profile;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields of a fan that were given before and can be corrected, or cleared by sending them empty (decisions, Fans). */
record Correction(
        @Description("The whole name; it is shown instead of first and last name.") @Nullable @Size(max = 255)
        String name,

        @Description("Empty clears it.") @Nullable @PastOrPresent
        LocalDate birthDate,

        @Description("Empty, together with the longitude, clears both.") @Nullable @DecimalMin("-90") @DecimalMax("90")
        Double latitude,

        @Nullable @DecimalMin("-180") @DecimalMax("180") Double longitude,
        @Nullable String fanSource,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Boolean isOptout,
        @Nullable Boolean isConfirmed,
        @Nullable Boolean isPhoneConfirmed,
        Cleared cleared) {

    @AssertTrue(message = "must be given together with longitude")
    @ErrorField("latitude")
    boolean isAPlace() {
        return (latitude == null) == (longitude == null) && cleared.has("latitude") == cleared.has("longitude");
    }

    boolean isNamed() {
        return name != null;
    }

    /** Combines these corrections with the profile fields that the call itself gives and clears. */
    Patch<Profile> profile(Profile more, Cleared clearedToo) {
        return cleared.and(clearedToo)
                .with(new Profile(
                        name,
                        more.firstName(),
                        more.lastName(),
                        more.displayName(),
                        more.email(),
                        more.phone(),
                        more.gender(),
                        birthDate,
                        more.ipAddress(),
                        latitude,
                        longitude,
                        more.countryCode(),
                        more.province(),
                        more.city(),
                        more.postalCode(),
                        fanSource));
    }

    Patch<Consent> consent(List<Long> optedIn, List<Long> optedOut) {
        return cleared.with(new Consent(
                isSubscribed, isPhoneSubscribed, isOptout, isConfirmed, isPhoneConfirmed, optedIn, optedOut));
    }
}
