package encore.kernel.rewards.codes;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;
import encore.kernel.rewards.RewardId;

/** The prize codes of a reward; prints as {@code codes.<account>.<reward_uid>}. */
public record PrizeCodesId(
        long account, @PublishedValue("reward_uid") String uid) implements StreamId {

    @JsonCreator
    public static PrizeCodesId parse(String text) {
        String[] parts = StreamNames.split(text, "codes", 3);
        return new PrizeCodesId(Long.parseLong(parts[1]), parts[2]);
    }

    public static PrizeCodesId of(RewardId reward) {
        return new PrizeCodesId(reward.account(), reward.uid());
    }

    @Override
    public String toString() {
        return "codes." + account + "." + uid;
    }
}
