package encore.kernel.operations;

import encore.kernel.StreamId;

/** An operation of an account, or of the operator, whose account is 0; prints as {@code operation.<account>.<uid>}. */
@StreamId.Kind("operation")
public record OperationId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
