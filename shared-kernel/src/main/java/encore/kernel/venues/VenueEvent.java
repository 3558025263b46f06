package encore.kernel.venues;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a venue. */
public sealed interface VenueEvent extends Event.ManagementAction {

    VenueId venue();

    @Override
    default String target() {
        return venue().toString();
    }

    /** A venue was added. */
    @Revision("1")
    record VenueAdded(
            @PublishedValue VenueId venue, @PublishedValue VenueDetails details) implements VenueEvent {}

    /**
     * The name or location of a venue changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record VenueChanged(
            @PublishedValue VenueId venue,
            @PublishedValue VenueDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements VenueEvent, Event.Change<VenueDetails> {

        public static VenueChanged of(VenueId venue, Patch<VenueDetails> patch) {
            return new VenueChanged(venue, patch.given(), patch.clearedNames());
        }
    }

    /** A venue was removed. */
    @Revision("1")
    record VenueRemoved(@PublishedValue VenueId venue) implements VenueEvent, Event.FinalEvent {}
}
