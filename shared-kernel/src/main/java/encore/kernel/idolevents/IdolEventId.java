package encore.kernel.idolevents;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** An event of an idol at a time and place; prints as {@code idol_event.<account>.<uid>}. */
public record IdolEventId(
        long account, @PublishedValue("idol_event_uid") String uid) implements StreamId {

    @JsonCreator
    public static IdolEventId parse(String text) {
        String[] parts = StreamNames.split(text, "idol_event", 3);
        return new IdolEventId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "idol_event." + account + "." + uid;
    }
}
