package encore.kernel.tiers;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A tier by its uid alone; prints as {@code point_tier.<account>.<point_tier_uid>}. */
public record PointTierId(long account, String uid) implements StreamId {

    @JsonCreator
    public static PointTierId parse(String text) {
        String[] parts = StreamNames.split(text, "point_tier", 3);
        return new PointTierId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "point_tier." + account + "." + uid;
    }
}
