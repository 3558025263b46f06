package encore.kernel.campaignviews;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;
import java.time.LocalDate;

/** A day of a campaign; prints as {@code campaign_views.<account>.<page_tab_id>.<yyyy-mm-dd>}. */
@StreamId.Kind("campaign_views")
public record ViewsId(
        @PublishedValue CampaignId campaign,
        @PublishedValue("view_date") LocalDate day) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
