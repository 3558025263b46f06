package encore.kernel.fanstreams.authors;

import encore.kernel.StreamId;

/** An author of whom no more records are taken; prints as {@code deleted_author.<account>.<uid>}. */
@StreamId.Kind("deleted_author")
public record DeletedAuthorId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
