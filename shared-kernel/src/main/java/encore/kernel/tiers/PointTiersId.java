package encore.kernel.tiers;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.points.PointTypeId;
import encore.kernel.published.PublishedValue;

/** The tiers of one point type; prints as {@code point_tiers.<account>.<point_uid>}. */
public record PointTiersId(long account, @PublishedValue String pointUid) implements StreamId {

    @JsonCreator
    public static PointTiersId parse(String text) {
        String[] parts = StreamNames.split(text, "point_tiers", 3);
        return new PointTiersId(Long.parseLong(parts[1]), parts[2]);
    }

    public PointTypeId pointType() {
        return new PointTypeId(account, pointUid);
    }

    @Override
    public String toString() {
        return "point_tiers." + account + "." + pointUid;
    }
}
