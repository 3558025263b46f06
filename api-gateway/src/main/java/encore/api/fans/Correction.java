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

/** Corrects what was once given of a fan, or clears it when it is sent empty (decisions, Fans). */
record Correction(
        @Description("In one; it is shown in place of first and last name.") @Nullable @Size(max = 255)
        String name,

        @Description("Empty: cleared.") @Nullable @PastOrPresent
        LocalDate birthDate,

        @Description("Empty, with the longitude: cleared.") @Nullable @DecimalMin("-90") @DecimalMax("90")
        Double latitude,

        @Nullable @DecimalMin("-180") @DecimalMax("180") Double longitude,
        @Nullable String fanSource,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Boolean isOptout,
        @Nullable Boolean isConfirmed,
        @Nullable Boolean isPhoneConfirmed,
        Cleared cleared) {

    @AssertTrue(message = "comes with a longitude, and a longitude with it")
    @ErrorField("latitude")
    boolean isAPlace() {
        return (latitude == null) == (longitude == null) && cleared.has("latitude") == cleared.has("longitude");
    }

    boolean isNamed() {
        return name != null;
    }

    /** With what the call itself says of the profile, and clears of it. */
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
