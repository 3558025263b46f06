package encore.kernel.rooms;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The rooms that were added to a campaign; prints as {@code rooms.<account>.<page_tab_id>}. */
@StreamId.Kind("rooms")
public record RoomsId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
