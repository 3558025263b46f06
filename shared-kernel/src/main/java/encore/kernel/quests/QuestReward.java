package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of reward that a completed quest gives. */
public enum QuestReward {
    VENDORA,
    FAN_POINTS,
    VENDORB;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
