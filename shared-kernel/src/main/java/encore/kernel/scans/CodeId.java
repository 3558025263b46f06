package encore.kernel.scans;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * The stream of codes that were scanned before a registration or ticket held them; prints as
 * {@code code.<account>.<uid>}.
 */
public record CodeId(long account, String uid) implements StreamId {

    @JsonCreator
    public static CodeId parse(String text) {
        String[] parts = StreamNames.split(text, "code", 3);
        return new CodeId(Long.parseLong(parts[1]), parts[2]);
    }

    /** Returns whether a stream is one of such codes. */
    public static boolean is(String stream) {
        return stream.startsWith("code.");
    }

    @Override
    public String toString() {
        return "code." + account + "." + uid;
    }
}
