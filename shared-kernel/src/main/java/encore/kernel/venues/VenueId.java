package encore.kernel.venues;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A venue; prints as {@code venue.<account>.<uid>}. */
@StreamId.Kind("venue")
public record VenueId(
        long account, @PublishedValue("venue_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
