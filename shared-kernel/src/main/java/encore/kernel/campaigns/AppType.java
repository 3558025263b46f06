package encore.kernel.campaigns;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of a campaign, by the things that fans do in it. It never changes. */
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
