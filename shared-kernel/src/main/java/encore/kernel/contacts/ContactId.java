package encore.kernel.contacts;

import encore.kernel.StreamId;

/**
 * One email or phone that somebody logs in with; prints as {@code contact.<account>.<uid>}. The uid says nothing of the
 * email or phone.
 */
@StreamId.Kind("contact")
public record ContactId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
