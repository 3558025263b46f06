package encore.api.fans;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Names what a fan can be; empty takes back what was said. */
enum Gender {
    MALE,
    FEMALE,
    DIVERSE,
    OTHER,
    @JsonProperty("")
    UNSAID;

    static @Nullable String text(@Nullable Gender gender) {
        return gender == null ? null : gender == UNSAID ? "" : gender.name().toLowerCase(Locale.ROOT);
    }
}
