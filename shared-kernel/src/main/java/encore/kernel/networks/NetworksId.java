package encore.kernel.networks;

import encore.kernel.StreamId;

/** The own networks of an account; prints as {@code networks.<account>}. */
@StreamId.Kind("networks")
public record NetworksId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
