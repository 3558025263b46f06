package encore.kernel.passes;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The access that the pass of a reward gives.
 *
 * @param businessId the business whose campaigns it lets in to
 * @param start the time from which it lets in; null for no bound
 * @param end the time up to which it lets in; null for no bound
 */
public record RewardAccess(
        @PublishedValue @NotPersonal("a uid of ours") String rewardUid,
        @PublishedValue long businessId,
        @PublishedValue("access_start_timestamp") @Nullable Instant start,
        @PublishedValue("access_end_timestamp") @Nullable Instant end) {

    public static RewardAccess of(RewardId reward, long businessId, RewardDetails details) {
        return new RewardAccess(reward.uid(), businessId, details.accessStartTimestamp(), details.accessEndTimestamp());
    }

    /** Returns whether the pass lets in at this moment. */
    public boolean isOpenAt(Instant moment) {
        return (start == null || !moment.isBefore(start)) && (end == null || !moment.isAfter(end));
    }
}
