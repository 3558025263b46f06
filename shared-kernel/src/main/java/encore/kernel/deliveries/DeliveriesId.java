package encore.kernel.deliveries;

import encore.kernel.StreamId;

/** The deliveries of the installation; prints as {@code deliveries.0}. The operator is account 0. */
@StreamId.Kind("deliveries")
public record DeliveriesId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
