package encore.kernel.campaignviews;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;
import java.time.LocalDate;

/** A day of a campaign; prints as {@code campaign_views.<account>.<page_tab_id>.<yyyy-mm-dd>}. */
public record ViewsId(
        @PublishedValue CampaignId campaign,
        @PublishedValue("view_date") LocalDate day) implements StreamId {

    @JsonCreator
    public static ViewsId parse(String text) {
        String[] parts = StreamNames.split(text, "campaign_views", 4);
        return new ViewsId(
                new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])), LocalDate.parse(parts[3]));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "campaign_views." + campaign.account() + "." + campaign.number() + "." + day;
    }
}
