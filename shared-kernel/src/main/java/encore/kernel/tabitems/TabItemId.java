package encore.kernel.tabitems;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** A tab item of a campaign; prints as {@code tab_item.<account>.<page_tab_id>.<tab_item_id>}. */
public record TabItemId(
        @PublishedValue CampaignId campaign,
        @PublishedValue("tab_item_id") long number) implements StreamId {

    @JsonCreator
    public static TabItemId parse(String text) {
        String[] parts = StreamNames.split(text, "tab_item", 4);
        return new TabItemId(
                new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), Long.parseLong(parts[3]));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "tab_item." + campaign.account() + "." + campaign.number() + "." + number;
    }
}
