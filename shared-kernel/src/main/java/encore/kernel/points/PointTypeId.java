package encore.kernel.points;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A point type of an account; prints as {@code point_type.<account>.<point_uid>}. */
@StreamId.Kind("point_type")
public record PointTypeId(
        long account, @PublishedValue("point_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
