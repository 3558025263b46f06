package encore.kernel.hiddenfans;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** A fan on the leaderboard of a campaign; prints as {@code hidden_fan.<account>.<page_tab_id>.<fan_id>}. */
public record HiddenFanId(
        @PublishedValue CampaignId campaign, @PublishedValue long fanId) implements StreamId {

    @JsonCreator
    public static HiddenFanId parse(String text) {
        String[] parts = StreamNames.split(text, "hidden_fan", 4);
        return new HiddenFanId(
                new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), Long.parseLong(parts[3]));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    public FanId fan() {
        return new FanId(campaign.account(), fanId);
    }

    @Override
    public String toString() {
        return "hidden_fan." + campaign.account() + "." + campaign.number() + "." + fanId;
    }
}
