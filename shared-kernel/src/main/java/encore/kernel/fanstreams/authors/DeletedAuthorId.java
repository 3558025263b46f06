package encore.kernel.fanstreams.authors;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** An author of whom no more records are taken; prints as {@code deleted_author.<account>.<uid>}. */
public record DeletedAuthorId(long account, String uid) implements StreamId {

    @JsonCreator
    public static DeletedAuthorId parse(String text) {
        String[] parts = StreamNames.split(text, "deleted_author", 3);
        return new DeletedAuthorId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "deleted_author." + account + "." + uid;
    }
}
