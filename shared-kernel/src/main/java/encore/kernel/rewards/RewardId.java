package encore.kernel.rewards;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A reward; prints as {@code reward.<account>.<reward_uid>}. */
@StreamId.Kind("reward")
public record RewardId(
        long account, @PublishedValue("reward_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
