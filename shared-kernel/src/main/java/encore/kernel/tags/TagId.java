package encore.kernel.tags;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A tag of an account; prints as {@code tag.<account>.<tag_id>}. */
@StreamId.Kind("tag")
public record TagId(long account, @PublishedValue("tag_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
