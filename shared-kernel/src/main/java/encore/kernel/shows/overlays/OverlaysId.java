package encore.kernel.shows.overlays;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The overlays of a show; prints as {@code overlays.<account>.<page_tab_id>}. */
@StreamId.Kind("overlays")
public record OverlaysId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
