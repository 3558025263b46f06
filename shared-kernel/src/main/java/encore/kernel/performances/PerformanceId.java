package encore.kernel.performances;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A show; prints as {@code performance.<account>.<uid>}. */
@StreamId.Kind("performance")
public record PerformanceId(
        long account, @PublishedValue("performance_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
