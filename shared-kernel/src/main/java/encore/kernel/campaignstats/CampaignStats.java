package encore.kernel.campaignstats;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaignviews.ViewSums;
import java.util.List;

/**
 * Statistics of a campaign over some days (spec 3, 4: GET /v1/apps/&lt;page_tab_id&gt;/stats).
 *
 * @param geoStats the places with the most fans first; fans without a place are left out
 */
public record CampaignStats(
        long pageTabId,
        String name,
        long totalEntries,
        long fanCount,
        long views,
        List<PlaceFanCount> geoStats,
        long subscribers,
        long phoneSubscribers,
        long emailSubscribers) {

    public CampaignStats {
        geoStats = List.copyOf(geoStats);
    }

    public static CampaignStats of(Campaign campaign, FanCounts fans, ViewSums sums) {
        return new CampaignStats(
                campaign.pageTabId(),
                campaign.name(),
                fans.entries(),
                fans.fans(),
                sums.views(),
                fans.places(),
                fans.subscribers(),
                fans.phoneSubscribers(),
                fans.emailSubscribers());
    }
}
