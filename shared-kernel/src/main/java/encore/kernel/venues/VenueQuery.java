package encore.kernel.venues;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.util.List;

/** Everything that can be asked about venues. */
public sealed interface VenueQuery<R> extends Query<R> {

    /** An account's venues, in the order they were added. */
    record ListVenues(long account, Paging.NextKey paging) implements VenueQuery<Page<Venue>> {}

    /** One venue; one that is unknown or removed is refused as unknown. */
    record FindVenue(long account, String venueUid) implements VenueQuery<Venue> {}

    /** Venues by uid for the rows of other features, in any order. Unknown uids are left out. */
    record FindVenues(long account, List<String> venueUids) implements VenueQuery<List<Venue>> {
        public FindVenues {
            venueUids = List.copyOf(venueUids);
        }
    }

    /** The uids of the venues with exactly this name. */
    record FindVenuesNamed(long account, String venueName) implements VenueQuery<List<String>> {}

    /** The uids of the venues whose names contain these words, or words that begin with them. */
    record SearchVenues(long account, String words) implements VenueQuery<List<String>> {}
}
