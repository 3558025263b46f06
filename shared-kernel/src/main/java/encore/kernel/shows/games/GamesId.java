package encore.kernel.shows.games;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The games of a show; prints as {@code games.<account>.<page_tab_id>}. */
public record GamesId(@PublishedValue CampaignId campaign) implements StreamId {

    @JsonCreator
    public static GamesId parse(String text) {
        String[] parts = StreamNames.split(text, "games", 3);
        return new GamesId(new CampaignId(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return "games." + campaign.account() + "." + campaign.number();
    }
}
