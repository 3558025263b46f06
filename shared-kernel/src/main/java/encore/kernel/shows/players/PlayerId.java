package encore.kernel.shows.players;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import encore.kernel.shows.ShowId;

/** A fan in a live show; prints as {@code player.<account>.<page_tab_id>.<fan_id>}. */
@StreamId.Kind("player")
public record PlayerId(
        @PublishedValue CampaignId campaign, @PublishedValue long fanId) implements StreamId {

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
        return StreamId.print(this);
    }
}
