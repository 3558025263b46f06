package encore.kernel.passes;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** A pass; prints as {@code pass.<account>.<uid>}. */
public record PassId(long account, String uid) implements StreamId {

    @JsonCreator
    public static PassId parse(String text) {
        String[] parts = StreamNames.split(text, "pass", 3);
        return new PassId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "pass." + account + "." + uid;
    }
}
