package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A reward; prints as {@code reward.<account>.<reward_uid>}. */
public record RewardId(
        long account, @PublishedValue("reward_uid") String uid) implements StreamId {

    @JsonCreator
    public static RewardId parse(String text) {
        String[] parts = StreamNames.split(text, "reward", 3);
        return new RewardId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "reward." + account + "." + uid;
    }
}
