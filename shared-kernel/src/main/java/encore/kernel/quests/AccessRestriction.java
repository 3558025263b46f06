package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The condition under which a quest is open to a fan. */
public enum AccessRestriction {
    QUESTS,
    FAN_POINTS,
    POINT_TIER,
    TAG;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
