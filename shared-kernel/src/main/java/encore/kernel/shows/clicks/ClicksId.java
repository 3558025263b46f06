package encore.kernel.shows.clicks;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;
import encore.kernel.shows.ShowId;

/**
 * Clicks of a show that a gateway gathered; prints as {@code clicks.<account>.<page_tab_id>.<uid>}.
 *
 * @param uid minted for each gathering, which is the only event of its stream
 */
public record ClicksId(@PublishedValue CampaignId campaign, String uid) implements StreamId {

    @JsonCreator
    public static ClicksId parse(String text) {
        String[] parts = StreamNames.split(text, "clicks", 4);
        return new ClicksId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), parts[3]);
    }

    @Override
    public long account() {
        return campaign.account();
    }

    public ShowId show() {
        return new ShowId(campaign);
    }

    @Override
    public String toString() {
        return "clicks." + campaign.account() + "." + campaign.number() + "." + uid;
    }
}
