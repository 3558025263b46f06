package encore.kernel.venues;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of a venue; each answers the venue that it was about. */
public sealed interface VenueCommand extends Command<Venue> {

    VenueId venue();

    @Override
    default VenueId stream() {
        return venue();
    }

    /** Adds a venue. Its uid was minted before the command, and it has a name. */
    record AddVenue(VenueId venue, VenueDetails details) implements VenueCommand {}

    /** Says otherwise what a venue is called and where it lies; its name cannot be cleared. The uid stood in the path. */
    record ChangeVenue(VenueId venue, Patch<VenueDetails> change) implements VenueCommand {}

    /** Takes a venue away. What took place there has no place any more. The uid stood in the path. */
    record RemoveVenue(VenueId venue) implements VenueCommand {}
}
