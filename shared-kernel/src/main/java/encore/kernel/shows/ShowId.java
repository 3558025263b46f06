package encore.kernel.shows;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The live show of a campaign; prints as {@code show.<account>.<page_tab_id>}. */
@StreamId.Kind("show")
public record ShowId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
