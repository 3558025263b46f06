package encore.kernel.idolevents;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** An event of an idol at a time and place; prints as {@code idol_event.<account>.<uid>}. */
@StreamId.Kind("idol_event")
public record IdolEventId(
        long account, @PublishedValue("idol_event_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
