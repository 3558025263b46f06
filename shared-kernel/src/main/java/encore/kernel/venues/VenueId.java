package encore.kernel.venues;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** A venue; prints as {@code venue.<account>.<uid>}. */
public record VenueId(
        long account, @PublishedValue("venue_uid") String uid) implements StreamId {

    @JsonCreator
    public static VenueId parse(String text) {
        String[] parts = StreamNames.split(text, "venue", 3);
        return new VenueId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "venue." + account + "." + uid;
    }
}
