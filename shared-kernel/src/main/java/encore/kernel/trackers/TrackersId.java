package encore.kernel.trackers;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/** The list of an account's domains and trackers; prints as {@code trackers.<account>}. */
public record TrackersId(long account) implements StreamId {

    @JsonCreator
    public static TrackersId parse(String text) {
        return new TrackersId(Long.parseLong(StreamNames.split(text, "trackers", 2)[1]));
    }

    @Override
    public String toString() {
        return "trackers." + account;
    }
}
