package encore.kernel.rewards.issuances;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;

/**
 * A fan that has a reward.
 *
 * @param number 1 for the first issuance of the reward
 * @param isByHand whether staff assigned it
 * @param causes the positions of the events that led to it; empty for an assignment by hand
 * @param position the position of the issuance
 */
public record RewardFan(
        long fanId,
        long number,
        String fanPointUid,
        boolean isByHand,
        List<Long> causes,
        long position,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
