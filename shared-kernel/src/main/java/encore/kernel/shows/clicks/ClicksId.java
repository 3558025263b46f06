package encore.kernel.shows.clicks;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;
import encore.kernel.shows.ShowId;

/**
 * Clicks of a show that a gateway gathered; prints as {@code clicks.<account>.<page_tab_id>.<uid>}.
 *
 * @param uid minted for each gathering, which is the only event of its stream
 */
@StreamId.Kind("clicks")
public record ClicksId(@PublishedValue CampaignId campaign, String uid) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    public ShowId show() {
        return new ShowId(campaign);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
