package encore.kernel.adstats;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.Days;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about ad statistics. */
public sealed interface AdStatsQuery<R> extends Query<R> {

    /**
     * The sums of each network, in the order of the networks' names.
     *
     * @param network limits the answer to this network; null for all
     */
    record FindAdStats(long account, Days days, @Nullable String network) implements AdStatsQuery<List<AdStats>> {}

    /**
     * The sums of each campaign, by network, key of the ad account and key of the campaign.
     *
     * @param network limits the answer to this network; null for all
     */
    record FindCampaignAdStats(
            long account, Days days, @Nullable String network, Paging.NextKey paging)
            implements AdStatsQuery<Page<CampaignAdStats>> {}

    /** The sums of one ad account of a network. Without a row all of its numbers are null. */
    record FindAdAccountStats(long account, Days days, String network, String adAccountKey)
            implements AdStatsQuery<AdAccountStats> {}
}
