package encore.kernel.activities;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a fan stands in a campaign.
 *
 * @param first what is compared, less being better
 * @param second what is compared among equals, likewise
 * @param position of what it got there by: of equals the earlier is better
 */
public record CampaignStanding(
        long account,
        long pageTabId,
        long fanId,
        long first,
        long second,
        long position,
        Instant activityTimestamp,
        @Nullable Long points,
        @Nullable Long activityDurationMs,
        @Nullable Long correctCount) {

    public boolean isBetterThan(CampaignStanding other) {
        return first != other.first
                ? first < other.first
                : second != other.second ? second < other.second : position < other.position;
    }
}
