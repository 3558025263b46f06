package encore.kernel.campaigns;

import encore.kernel.Days;
import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about the numbers of campaigns. */
public sealed interface StatsQuery<R> extends Query<R> {

    /** The numbers of one campaign over some days; an unknown campaign is refused as unknown. */
    record FindCampaignStats(long account, long pageTabId, Days days) implements StatsQuery<CampaignStats> {}

    /** The numbers of the campaigns that one bundles; an unknown campaign is refused as unknown. */
    record FindBundleStats(long account, long pageTabId, Days days) implements StatsQuery<BundleStats> {}

    /** Who entered a campaign on some days; of one that nobody entered all is zero. */
    record CountFans(long account, long pageTabId, Days days) implements StatsQuery<FanCounts> {}

    /** How often campaigns were entered on some days, one for each of them in their order. */
    record CountEntries(long account, List<Long> pageTabIds, Days days) implements StatsQuery<List<EntryCounts>> {
        public CountEntries {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }
}
