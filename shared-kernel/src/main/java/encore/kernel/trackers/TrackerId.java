package encore.kernel.trackers;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A tracker; its number is the tracker_id; prints as {@code tracker.<account>.<tracker_id>}. */
public record TrackerId(
        long account, @PublishedValue("tracker_id") long number) implements StreamId {

    @JsonCreator
    public static TrackerId parse(String text) {
        String[] parts = StreamNames.split(text, "tracker", 3);
        return new TrackerId(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    @Override
    public String toString() {
        return "tracker." + account + "." + number;
    }
}
