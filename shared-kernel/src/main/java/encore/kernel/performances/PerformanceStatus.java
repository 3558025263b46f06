package encore.kernel.performances;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says how far a performance is planned. */
public enum PerformanceStatus {
    DRAFT,
    READY,
    ARCHIVED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
