package encore.kernel.rooms;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The rooms that were added to a campaign; prints as {@code rooms.<account>.<page_tab_id>}. */
public record RoomsId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static RoomsId parse(String text) {
        String[] parts = StreamNames.split(text, "rooms", 3);
        return new RoomsId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "rooms." + campaign.account() + "." + campaign.number();
    }
}
