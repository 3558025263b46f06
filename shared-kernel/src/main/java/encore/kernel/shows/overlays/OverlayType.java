package encore.kernel.shows.overlays;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The types of overlays (spec 1, 6). */
public enum OverlayType {
    CLICKER,
    STATIC,
    QUIZ_QUESTION,
    CUSTOM_FIELD,
    BANNER;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
