package encore.kernel.trackers.clicks;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A click on a tracker's link; its uid is the tracker_click_uid; prints as {@code click.<account>.<uid>}. */
public record ClickId(
        long account, @PublishedValue("tracker_click_uid") String uid) implements StreamId {

    @JsonCreator
    public static ClickId parse(String text) {
        String[] parts = StreamNames.split(text, "click", 3);
        return new ClickId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "click." + account + "." + uid;
    }
}
