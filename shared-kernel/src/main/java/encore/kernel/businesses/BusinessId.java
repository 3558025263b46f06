package encore.kernel.businesses;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A business of an account, for example a team; prints as {@code business.<account>.<number>}. */
@StreamId.Kind("business")
public record BusinessId(
        long account, @PublishedValue("business_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
