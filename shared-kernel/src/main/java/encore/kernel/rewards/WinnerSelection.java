package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The fans that get a reward: all who meet its requirement, or the first of them. */
public enum WinnerSelection {
    ALL,
    FIRST;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
