package encore.kernel.home;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A first step of an account. */
public enum StepKind {
    /** Make a campaign. */
    CAMPAIGN,
    /** Register a fan. */
    FAN,
    /** Make a type of points. */
    POINTS,
    /** Make a quest or a reward. */
    QUEST_OR_REWARD,
    /** Invite a colleague, make a second key pair, or make a webhook. */
    CONNECTION;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
