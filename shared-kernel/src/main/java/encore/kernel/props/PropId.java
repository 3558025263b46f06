package encore.kernel.props;

import encore.kernel.StreamId;

/** A value that an account stores under a name; prints as {@code prop.<account>.<uid>}. */
@StreamId.Kind("prop")
public record PropId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
