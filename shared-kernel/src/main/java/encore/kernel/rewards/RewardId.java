package encore.kernel.rewards;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** A reward; prints as {@code reward.<account>.<reward_uid>}. */
@StreamId.Kind("reward")
public record RewardId(
        long account, @ToldValue("reward_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
