package encore.kernel.shows.players;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import encore.kernel.shows.ShowId;

/** A fan in a live show; prints as {@code player.<account>.<page_tab_id>.<fan_id>}. */
public record PlayerId(
        @PublishedValue CampaignId campaign, @PublishedValue long fanId) implements StreamId {

    @JsonCreator
    public static PlayerId parse(String text) {
        String[] parts = StreamNames.split(text, "player", 4);
        return new PlayerId(
                new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), Long.parseLong(parts[3]));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    public FanId fan() {
        return new FanId(campaign.account(), fanId);
    }

    public ShowId show() {
        return new ShowId(campaign);
    }

    @Override
    public String toString() {
        return "player." + campaign.account() + "." + campaign.number() + "." + fanId;
    }
}
