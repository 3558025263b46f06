package encore.kernel.campaigns;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says how a wager ended, once for all. */
public enum WagerResult {
    WINNER,
    LOSER,
    VOID;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
