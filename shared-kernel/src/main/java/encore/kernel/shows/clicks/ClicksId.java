package encore.kernel.shows.clicks;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;

/** The clicks of a show; prints as {@code clicks.<account>.<page_tab_id>}. */
public record ClicksId(CampaignId campaign) implements StreamId {

    @JsonCreator
    public static ClicksId parse(String text) {
        String[] parts = StreamNames.split(text, "clicks", 3);
        return new ClicksId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "clicks." + campaign.account() + "." + campaign.number();
    }
}
