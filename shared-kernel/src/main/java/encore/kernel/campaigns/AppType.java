package encore.kernel.campaigns;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says what fans do in a campaign; it never changes. */
public enum AppType {
    SIGNUP,
    REGISTRATION,
    QUICKPICKS,
    WAGER,
    MEMORY_MATCH,
    ARCADE,
    TRIVIA,
    BINGO,
    FANXP,
    LIVEXP,
    BUNDLE,
    CUSTOM;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
