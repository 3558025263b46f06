package encore.kernel.activities;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * The stream of one activity; prints as {@code activity.<account>.<uid>}. Its id on the wire is a different number: the
 * position of its event.
 *
 * @param uid ordered by time, so that streams of one time are stored close to each other
 */
public record ActivityId(long account, String uid) implements StreamId {

    @JsonCreator
    public static ActivityId parse(String text) {
        String[] parts = StreamNames.split(text, "activity", 3);
        return new ActivityId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "activity." + account + "." + uid;
    }
}
