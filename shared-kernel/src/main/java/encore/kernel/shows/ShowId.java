package encore.kernel.shows;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The live show of a campaign; prints as {@code show.<account>.<page_tab_id>}. */
public record ShowId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static ShowId parse(String text) {
        String[] parts = StreamNames.split(text, "show", 3);
        return new ShowId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "show." + campaign.account() + "." + campaign.number();
    }
}
