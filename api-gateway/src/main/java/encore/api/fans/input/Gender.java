package encore.api.fans.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The genders of a fan. Empty clears the gender. */
public enum Gender {
    MALE,
    FEMALE,
    DIVERSE,
    OTHER,
    @JsonProperty("")
    UNSAID;

    public static @Nullable String text(@Nullable Gender gender) {
        return gender == null ? null : gender == UNSAID ? "" : gender.name().toLowerCase(Locale.ROOT);
    }
}
