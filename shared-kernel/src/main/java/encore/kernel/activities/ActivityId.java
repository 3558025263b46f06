package encore.kernel.activities;

import encore.kernel.StreamId;

/**
 * The stream of one activity; prints as {@code activity.<account>.<uid>}. Its id on the wire is a different number: the
 * position of its event.
 *
 * @param uid ordered by time, so that streams of one time are stored close to each other
 */
@StreamId.Kind("activity")
public record ActivityId(long account, String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
