package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of a reward. It never changes. */
public enum RewardType {
    BADGE,
    PASS,
    PRIZE_CODE,
    VENDORA,
    VENDORB;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
