package encore.kernel.rewards.issuances;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.rewards.Reward;
import org.jspecify.annotations.Nullable;

/**
 * A reward at its latest change, or an issuance of it.
 *
 * @param isDeleted whether the reward was deleted
 * @param fanId null for a change
 * @param fanPointUid null for a change
 */
public record RewardUpdate(
        String rewardTimeKey,
        @JsonUnwrapped Reward reward,
        boolean isDeleted,
        @Nullable Long fanId,
        @Nullable String fanPointUid) {}
