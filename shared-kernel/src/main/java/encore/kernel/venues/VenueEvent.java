package encore.kernel.venues;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import encore.kernel.Patch;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a venue. */
public sealed interface VenueEvent extends Event.Managed {

    VenueId venue();

    @Override
    default String target() {
        return venue().toString();
    }

    /** An account has another venue. */
    @Revision("1")
    record VenueAdded(VenueId venue, VenueDetails details) implements VenueEvent {}

    /**
     * A venue is called otherwise or lies elsewhere: only what changed.
     *
     * @param cleared names of components of the details
     */
    @Revision("1")
    record VenueChanged(
            VenueId venue,
            VenueDetails changes,
            @NotPersonal("names of components") @Nullable List<String> cleared)
            implements VenueEvent, Event.Change<VenueDetails> {

        public static VenueChanged of(VenueId venue, Patch<VenueDetails> patch) {
            return new VenueChanged(venue, patch.given(), patch.clearedNames());
        }
    }

    /** The account has that venue no longer. */
    @Revision("1")
    record VenueRemoved(VenueId venue) implements VenueEvent, Event.Ending {}
}
