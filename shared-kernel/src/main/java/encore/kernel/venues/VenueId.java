package encore.kernel.venues;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** A venue; prints as {@code venue.<account>.<uid>}. */
@StreamId.Kind("venue")
public record VenueId(long account, @ToldValue("venue_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
