package encore.kernel.bulkcalls;

import encore.kernel.StreamId;

/** A bulk call of an account; prints as {@code bulk_call.<account>.<uid>}. */
@StreamId.Kind("bulk_call")
public record BulkCallId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
