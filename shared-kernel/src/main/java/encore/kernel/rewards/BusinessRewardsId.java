package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The list of the rewards of a business; prints as {@code rewards.<account>.<business_id>}. */
public record BusinessRewardsId(long account, long businessId) implements StreamId {

    @JsonCreator
    public static BusinessRewardsId parse(String text) {
        String[] parts = StreamNames.split(text, "rewards", 3);
        return new BusinessRewardsId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "rewards." + account + "." + businessId;
    }
}
