package encore.kernel.tiers;

import encore.kernel.StreamId;

/** A tier by its uid alone; prints as {@code point_tier.<account>.<point_tier_uid>}. */
@StreamId.Kind("point_tier")
public record PointTierId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
