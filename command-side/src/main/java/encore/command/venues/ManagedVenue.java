package encore.command.venues;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueCommand.AddVenue;
import encore.kernel.venues.VenueCommand.ChangeVenue;
import encore.kernel.venues.VenueCommand.RemoveVenue;
import encore.kernel.venues.VenueDetails;
import encore.kernel.venues.VenueEvent.VenueAdded;
import encore.kernel.venues.VenueEvent.VenueChanged;
import encore.kernel.venues.VenueEvent.VenueRemoved;
import encore.kernel.venues.VenueId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A place of performances and events. It always has a name. */
@Aggregate
class ManagedVenue {

    @AggregateIdentifier
    private @Nullable VenueId id;

    private VenueDetails details = VenueDetails.EMPTY;

    ManagedVenue() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Venue decide(AddVenue command) {
        theUidIsFree();
        VenueDetails first = Patch.of(command.details()).applyTo(VenueDetails.EMPTY);
        aNameIsLeft(VenueDetails.EMPTY, first);
        apply(new VenueAdded(command.venue(), first));
        return Venue.of(command.venue(), first);
    }

    @CommandHandler
    Venue decide(ChangeVenue command) {
        Patch<VenueDetails> changes = command.change().differenceFrom(details);
        VenueDetails changed = changes.applyTo(details);
        aNameIsLeft(details, changed);
        if (!changes.isEmpty()) {
            apply(VenueChanged.of(command.venue(), changes));
        }
        return Venue.of(command.venue(), changed);
    }

    @CommandHandler
    Venue decide(RemoveVenue command) {
        Venue removed = Venue.of(command.venue(), details);
        apply(new VenueRemoved(command.venue()));
        return removed;
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "venue-uid-taken", "Another venue has this uid; try again.");
        }
    }

    private static void aNameIsLeft(VenueDetails before, VenueDetails after) {
        if (Blanks.isMissing(before.venueName(), after.venueName())) {
            throw new Refusal(RULE, "venue-name-missing", "venue_name", "A venue has a name.");
        }
    }

    @EventSourcingHandler
    void evolve(VenueAdded event) {
        id = event.venue();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(VenueChanged event) {
        details = event.patch().applyTo(details);
    }
}
