package encore.kernel.campaignstats;

import encore.kernel.Query;
import encore.kernel.time.Days;
import java.util.List;

/** Queries about the statistics of campaigns. */
public sealed interface CampaignStatsQuery<R> extends Query<R> {

    /** The statistics of one campaign over some days; an unknown campaign is refused as unknown. */
    record FindCampaignStats(long account, long pageTabId, Days days) implements CampaignStatsQuery<CampaignStats> {}

    /** The statistics of the campaigns that a campaign bundles; an unknown campaign is refused as unknown. */
    record FindBundleStats(long account, long pageTabId, Days days) implements CampaignStatsQuery<BundleStats> {}

    /** Counts of the fans that entered a campaign on some days; all are zero when there are none. */
    record CountFans(long account, long pageTabId, Days days) implements CampaignStatsQuery<FanCounts> {}

    /** The numbers of entries of some campaigns on some days, in the order of the ids. */
    record CountEntries(long account, List<Long> pageTabIds, Days days)
            implements CampaignStatsQuery<List<EntryCounts>> {
        public CountEntries {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }
}
