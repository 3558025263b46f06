package encore.api.fans.input;

import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.kernel.Patch;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fields of a fan that were given before and can be corrected, or cleared by sending them empty (decisions, Fans). */
public record FanCorrection(
        @Contact @Description("The whole name; it is shown instead of first and last name.") @Nullable @Size(max = 255)
        String name,

        @Contact @Description("Empty clears it.") @Nullable @PastOrPresent
        LocalDate birthDate,

        @Contact
        @Description("Empty, together with the longitude, clears both.")
        @Nullable
        @DecimalMin("-90")
        @DecimalMax("90")
        Double latitude,

        @Contact @Nullable @DecimalMin("-180") @DecimalMax("180")
        Double longitude,

        @Nullable String fanSource,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Boolean isOptout,
        @Nullable Boolean isConfirmed,
        @Nullable Boolean isPhoneConfirmed,
        ClearedComponents cleared) {

    @AssertTrue(message = "must be given together with longitude")
    @ErrorField("latitude")
    boolean isAPlace() {
        return (latitude == null) == (longitude == null)
                && cleared.contains("latitude") == cleared.contains("longitude");
    }

    public boolean hasName() {
        return name != null;
    }

    /** Combines these corrections with the profile fields that the call itself gives and clears. */
    public Patch<Profile> profile(Profile other, ClearedComponents alsoCleared) {
        return cleared.union(alsoCleared)
                .toPatch(ProfileBuilder.builder(other)
                        .name(name)
                        .birthDate(birthDate)
                        .latitude(latitude)
                        .longitude(longitude)
                        .fanSource(fanSource)
                        .build());
    }

    public Patch<Consent> consent(List<Long> optedIn, List<Long> optedOut) {
        return cleared.toPatch(new Consent(
                isSubscribed, isPhoneSubscribed, isOptout, isConfirmed, isPhoneConfirmed, optedIn, optedOut));
    }
}
