package encore.kernel.adstats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * Sums of ad statistics of one campaign over some days (spec 3, 2).
 *
 * @param campaignName the latest name among the days
 */
public record CampaignAdStats(
        @JsonUnwrapped AdStats stats,
        String adAccountKey,
        String campaignKey,
        @Nullable String campaignName,
        @Nullable Long linkClicks) {}
