package encore.kernel.props;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A value that an account stores under a name; prints as {@code prop.<account>.<uid>}. */
public record PropId(long account, String uid) implements StreamId {

    @JsonCreator
    public static PropId parse(String text) {
        String[] parts = StreamNames.split(text, "prop", 3);
        return new PropId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "prop." + account + "." + uid;
    }
}
