package encore.kernel.activities;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result by which a fan is ranked in a campaign.
 *
 * @param first the first value that is compared; less is better
 * @param second the value that is compared when the first is equal; less is better
 * @param position the position of the event that led to the result; of equal results the earlier is better
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
