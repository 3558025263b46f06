package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of a quest, by the deed that completes it. It never changes. */
public enum QuestType {
    SCAN,
    CAMPAIGN,
    QUICKPICKS,
    WRISTBAND,
    LINK_URL,
    CUSTOM;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
