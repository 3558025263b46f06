package encore.kernel.campaignstats;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaignviews.ViewSums;
import encore.kernel.time.Days;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the campaigns of a bundle over some days (spec 3, 4: GET /v1/apps/&lt;page_tab_id&gt;/bundle_stats).
 */
public record BundleStats(Summary summary, List<Bundle> bundles) {

    public BundleStats {
        bundles = List.copyOf(bundles);
    }

    /** The sums of all campaigns of the bundle, and the days of the request. */
    public record Summary(
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate,
            long totalViews,
            long totalShares,
            long totalEntries,
            long totalOptins) {}

    /**
     * The statistics of one campaign.
     *
     * @param maxViews the largest number of views on one day
     */
    public record Bundle(
            String name, long pageTabId, long views, long shares, long entries, long optIns, long maxViews) {

        public static Bundle of(Campaign campaign, ViewSums sums, EntryCounts counts) {
            return new Bundle(
                    campaign.name(),
                    campaign.pageTabId(),
                    sums.views(),
                    sums.shares(),
                    counts.entries(),
                    counts.optIns(),
                    sums.maxViews());
        }
    }

    public static BundleStats of(Days days, List<Bundle> bundles) {
        var summary = new Summary(
                days.from(),
                days.to(),
                bundles.stream().mapToLong(Bundle::views).sum(),
                bundles.stream().mapToLong(Bundle::shares).sum(),
                bundles.stream().mapToLong(Bundle::entries).sum(),
                bundles.stream().mapToLong(Bundle::optIns).sum());
        return new BundleStats(summary, bundles);
    }
}
