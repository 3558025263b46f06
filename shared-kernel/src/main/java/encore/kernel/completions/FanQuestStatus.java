package encore.kernel.completions;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The status of a quest for one fan (spec 1, 3). */
public enum FanQuestStatus {
    COMPLETED,
    LOCKED,
    HIDDEN,
    ACTIVE;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
