package encore.kernel.publicnames;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The stream of a title that names no campaign; prints as {@code publictitle.<account>.<uid>}. */
public record PublicTitleId(long account, String uid) implements StreamId {

    @JsonCreator
    public static PublicTitleId parse(String text) {
        String[] parts = StreamNames.split(text, "publictitle", 3);
        return new PublicTitleId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "publictitle." + account + "." + uid;
    }
}
