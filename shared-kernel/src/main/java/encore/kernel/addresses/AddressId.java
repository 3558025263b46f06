package encore.kernel.addresses;

import encore.kernel.StreamId;

/** One monitored address; prints as {@code address.<account>.<uid>}. */
@StreamId.Kind("address")
public record AddressId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
