package encore.kernel.publicnames;

import encore.kernel.StreamId;

/** The stream of a title that names no campaign; prints as {@code publictitle.<account>.<uid>}. */
@StreamId.Kind("publictitle")
public record PublicTitleId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
