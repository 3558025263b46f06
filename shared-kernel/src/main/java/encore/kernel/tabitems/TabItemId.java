package encore.kernel.tabitems;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** A tab item of a campaign; prints as {@code tab_item.<account>.<page_tab_id>.<tab_item_id>}. */
@StreamId.Kind("tab_item")
public record TabItemId(
        @PublishedValue CampaignId campaign,
        @PublishedValue("tab_item_id") long number) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
