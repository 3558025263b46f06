package encore.kernel.associations;

import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;

/**
 * One fan and one performance or idol event; prints as {@code fan_performance.<account>.<fan_id>.<uid>} or {@code
 * fan_idol_event.<account>.<fan_id>.<uid>}.
 */
public record AssociationId(
        @PublishedValue("associated_type") AssociationKind kind,
        @PublishedValue FanId fan,
        @PublishedValue("associated_uid") String uid)
        implements StreamId {

    @Override
    public long account() {
        return fan.account();
    }

    /** Returns the stream of the performance or idol event. */
    public StreamId associatedStream() {
        return kind.associatedStream(account(), uid);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
