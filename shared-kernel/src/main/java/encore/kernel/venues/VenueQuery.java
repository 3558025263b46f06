package encore.kernel.venues;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;

/** Everything that can be asked about venues. */
public sealed interface VenueQuery<R> extends Query<R> {

    /** An account's venues, in the order they were added. */
    record ListVenues(long account, Paging.NextKey paging) implements VenueQuery<Page<Venue>> {}

    /** One venue; one that is not there, or not any more, is refused as unknown. */
    record FindVenue(long account, String venueUid) implements VenueQuery<Venue> {}

    /** Asks for the venues of other features' rows, in any order; what is not there is left out. */
    record FindVenues(long account, List<String> venueUids) implements VenueQuery<List<Venue>> {
        public FindVenues {
            venueUids = List.copyOf(venueUids);
        }
    }

    /** Asks for the uids of the venues of exactly this name. */
    record FindVenuesNamed(long account, String venueName) implements VenueQuery<List<String>> {}

    /** Asks for the uids of the venues in whose names these words are, or begin. */
    record SearchVenues(long account, String words) implements VenueQuery<List<String>> {}
}
