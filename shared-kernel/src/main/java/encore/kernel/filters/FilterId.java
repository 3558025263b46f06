package encore.kernel.filters;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** One saved search filter; prints as {@code filter.<account>.<uid>}. */
@StreamId.Kind("filter")
public record FilterId(
        long account, @ToldValue("filter_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
