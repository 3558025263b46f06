package encore.kernel.rewards;

import encore.kernel.StreamId;

/** The list of the rewards of a business; prints as {@code rewards.<account>.<business_id>}. */
@StreamId.Kind("rewards")
public record BusinessRewardsId(long account, long businessId) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
