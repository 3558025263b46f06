package encore.kernel.addresses;

import encore.kernel.StreamId;

/** All monitored addresses of an account; prints as {@code addresses.<account>}. */
@StreamId.Kind("addresses")
public record AddressesId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
