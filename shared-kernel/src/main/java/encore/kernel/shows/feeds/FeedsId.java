package encore.kernel.shows.feeds;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The video feeds of a show; prints as {@code feeds.<account>.<page_tab_id>}. */
public record FeedsId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static FeedsId parse(String text) {
        String[] parts = StreamNames.split(text, "feeds", 3);
        return new FeedsId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "feeds." + campaign.account() + "." + campaign.number();
    }
}
