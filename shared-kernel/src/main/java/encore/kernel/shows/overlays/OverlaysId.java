package encore.kernel.shows.overlays;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The overlays of a show; prints as {@code overlays.<account>.<page_tab_id>}. */
public record OverlaysId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static OverlaysId parse(String text) {
        String[] parts = StreamNames.split(text, "overlays", 3);
        return new OverlaysId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "overlays." + campaign.account() + "." + campaign.number();
    }
}
