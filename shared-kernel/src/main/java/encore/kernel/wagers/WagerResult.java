package encore.kernel.wagers;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The result of a wager, which never changes. */
public enum WagerResult {
    WINNER,
    LOSER,
    VOID;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
