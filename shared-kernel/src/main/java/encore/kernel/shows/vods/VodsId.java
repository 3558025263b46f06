package encore.kernel.shows.vods;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The vods of a show; prints as {@code vods.<account>.<page_tab_id>}. */
@StreamId.Kind("vods")
public record VodsId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
