package encore.kernel.rewards.codes;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;
import encore.kernel.rewards.RewardId;

/** The prize codes of a reward; prints as {@code codes.<account>.<reward_uid>}. */
@StreamId.Kind("codes")
public record PrizeCodesId(
        long account, @PublishedValue("reward_uid") String uid) implements StreamId {

    public static PrizeCodesId of(RewardId reward) {
        return new PrizeCodesId(reward.account(), reward.uid());
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
