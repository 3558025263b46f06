package encore.kernel.fans;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A fan of an account; prints as {@code fan.<account>.<fan_id>}. */
@StreamId.Kind("fan")
public record FanId(long account, @PublishedValue("fan_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
