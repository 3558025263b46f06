package encore.kernel.shows.vods;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The vods of a show; prints as {@code vods.<account>.<page_tab_id>}. */
public record VodsId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static VodsId parse(String text) {
        String[] parts = StreamNames.split(text, "vods", 3);
        return new VodsId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "vods." + campaign.account() + "." + campaign.number();
    }
}
