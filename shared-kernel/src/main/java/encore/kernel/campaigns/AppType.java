package encore.kernel.campaigns;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.Refusal;
import java.util.Locale;

/**
 * The kind of a campaign, by the things that fans do in it. It never changes. {@link #QUEST} is the kind of a quest: it is
 * listed with campaigns, but it is not a campaign.
 */
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
    CUSTOM,
    QUEST;

    /** Returns whether a campaign can be of this kind. */
    public boolean isOfCampaigns() {
        return this != QUEST;
    }

    /** Returns whether a campaign of this kind has a live show. */
    public boolean hasShow() {
        return this == FANXP || this == LIVEXP;
    }

    /** Refuses a kind that has no live show. */
    public void mustHaveShow() {
        if (!hasShow()) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "no-show",
                    "page_tab_id",
                    "Only campaigns of the types fanxp and livexp have a live show.");
        }
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
