package encore.kernel.wagers;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;
import encore.kernel.tabitems.TabItemId;

/** A wager below a tab item; prints as {@code wager.<account>.<page_tab_id>.<tab_item_id>.<wager_uid>}. */
public record WagerId(
        @PublishedValue TabItemId tabItem,
        @PublishedValue("wager_uid") String uid) implements StreamId {

    @JsonCreator
    public static WagerId parse(String text) {
        String[] parts = StreamNames.split(text, "wager", 5);
        var campaign = new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        return new WagerId(new TabItemId(campaign, Long.parseLong(parts[3])), parts[4]);
    }

    @Override
    public long account() {
        return tabItem.account();
    }

    @Override
    public String toString() {
        return "wager." + account() + "." + tabItem.campaign().number() + "." + tabItem.number() + "." + uid;
    }
}
