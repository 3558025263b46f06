package encore.kernel.shows.feeds;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The video feeds of a show; prints as {@code feeds.<account>.<page_tab_id>}. */
@StreamId.Kind("feeds")
public record FeedsId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
