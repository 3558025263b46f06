package encore.kernel.performances;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The state of the planning of a performance. */
public enum PerformanceStatus {
    DRAFT,
    READY,
    ARCHIVED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
