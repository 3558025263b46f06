package encore.kernel.venues;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of a venue. Each answers the venue. */
public sealed interface VenueCommand extends Command<Venue> {

    VenueId venue();

    @Override
    default VenueId stream() {
        return venue();
    }

    /** Adds a venue. Its uid is generated before the command; the details have a name. */
    record AddVenue(VenueId venue, VenueDetails details) implements VenueCommand {}

    /** Changes a venue. Its name cannot be cleared. The path names it, so an unknown one is refused as unknown. */
    record ChangeVenue(VenueId venue, Patch<VenueDetails> change) implements VenueCommand {}

    /**
     * Removes a venue. Its performances and events have no place any more. The path names it, so an unknown one is
     * refused as unknown.
     */
    record RemoveVenue(VenueId venue) implements VenueCommand {}
}
