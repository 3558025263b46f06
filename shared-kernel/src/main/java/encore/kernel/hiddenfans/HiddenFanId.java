package encore.kernel.hiddenfans;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/** A fan on the leaderboard of a campaign; prints as {@code hidden_fan.<account>.<page_tab_id>.<fan_id>}. */
@StreamId.Kind("hidden_fan")
public record HiddenFanId(
        @PublishedValue CampaignId campaign, @PublishedValue long fanId) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    public FanId fan() {
        return new FanId(campaign.account(), fanId);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
