package encore.kernel.trackers;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A tracker; its number is the tracker_id; prints as {@code tracker.<account>.<tracker_id>}. */
@StreamId.Kind("tracker")
public record TrackerId(
        long account, @PublishedValue("tracker_id") long number) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
