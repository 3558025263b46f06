package encore.kernel.filters;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** One saved search filter; prints as {@code filter.<account>.<uid>}. */
@StreamId.Kind("filter")
public record FilterId(
        long account, @PublishedValue("filter_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
