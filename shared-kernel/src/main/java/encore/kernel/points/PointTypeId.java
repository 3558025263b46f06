package encore.kernel.points;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A point type of an account; prints as {@code point_type.<account>.<point_uid>}. */
public record PointTypeId(
        long account, @PublishedValue("point_uid") String uid) implements StreamId {

    @JsonCreator
    public static PointTypeId parse(String text) {
        String[] parts = StreamNames.split(text, "point_type", 3);
        return new PointTypeId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "point_type." + account + "." + uid;
    }
}
