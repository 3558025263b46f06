package encore.kernel.businesses;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** A business of an account, for example a team; prints as {@code business.<account>.<number>}. */
@StreamId.Kind("business")
public record BusinessId(
        long account, @ToldValue("business_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
