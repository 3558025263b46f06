package encore.kernel.trackers.clicks;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A click on a tracker's link; its uid is the tracker_click_uid; prints as {@code click.<account>.<uid>}. */
@StreamId.Kind("click")
public record ClickId(
        long account, @PublishedValue("tracker_click_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
