package encore.kernel.campaigns;

import java.util.List;

/**
 * The numbers of a campaign over some days (spec 3, 4: GET /v1/apps/&lt;page_tab_id&gt;/stats).
 *
 * @param geoStats most fans first; who has no place is not in it
 */
public record CampaignStats(
        long pageTabId,
        String name,
        long totalEntries,
        long fanCount,
        long views,
        List<FansOfPlace> geoStats,
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
