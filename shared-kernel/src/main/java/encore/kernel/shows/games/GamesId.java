package encore.kernel.shows.games;

import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.published.PublishedValue;

/** The games of a show; prints as {@code games.<account>.<page_tab_id>}. */
@StreamId.Kind("games")
public record GamesId(@PublishedValue CampaignId campaign) implements StreamId {

    @Override
    public long account() {
        return campaign.account();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
