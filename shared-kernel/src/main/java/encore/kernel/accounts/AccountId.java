package encore.kernel.accounts;

import encore.kernel.StreamId;

/** An account; prints as {@code account.<account>}. */
@StreamId.Kind("account")
public record AccountId(long account) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
