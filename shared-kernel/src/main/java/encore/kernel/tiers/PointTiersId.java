package encore.kernel.tiers;

import encore.kernel.StreamId;
import encore.kernel.points.PointTypeId;
import encore.kernel.published.PublishedValue;

/** The tiers of one point type; prints as {@code point_tiers.<account>.<point_uid>}. */
@StreamId.Kind("point_tiers")
public record PointTiersId(long account, @PublishedValue String pointUid) implements StreamId {

    public PointTypeId pointType() {
        return new PointTypeId(account, pointUid);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
