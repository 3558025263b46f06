package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The condition under which an automation issues a reward. */
public enum RequirementType {
    FAN_POINTS,
    POINT_TIER,
    QUESTS;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
