package encore.command.associations;

import static encore.kernel.Refusal.Kind.RULE;
import static encore.kernel.associations.AssociationState.SAVED;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.associations.AssociationCommand.Associate;
import encore.kernel.associations.AssociationCommand.Dissociate;
import encore.kernel.associations.AssociationEvent.AssociationStatesChanged;
import encore.kernel.associations.AssociationEvent.FanAssociated;
import encore.kernel.associations.AssociationEvent.FanDissociated;
import encore.kernel.associations.AssociationId;
import encore.kernel.associations.AssociationKind;
import encore.kernel.associations.AssociationState;
import encore.kernel.associations.AssociationStates;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The relation of one fan to one performance or idol event: none, or some states. */
@Aggregate
class Association {

    @AggregateIdentifier
    private @Nullable AssociationId id;

    /** Empty while there is no relation. */
    private List<AssociationState> states = List.of();

    Association() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AssociationStates decide(Associate command, Streams streams) {
        AssociationId association = command.association();
        streams.mustBeKnown(association.fan());
        streams.mustBeOpen(association.associatedStream(), association.kind().parameter());
        List<AssociationState> after = statesAfter(association.kind(), command.states());
        if (states.isEmpty()) {
            apply(new FanAssociated(association, after));
        } else if (!states.equals(after)) {
            apply(new AssociationStatesChanged(association, after));
        }
        return new AssociationStates(after);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    AssociationStates decide(Dissociate command, Streams streams) {
        streams.mustBeKnown(command.association().fan());
        if (!states.isEmpty()) {
            nothingButSavedIsGivenUp();
            apply(new FanDissociated(command.association()));
        }
        return new AssociationStates(List.of());
    }

    private List<AssociationState> statesAfter(AssociationKind kind, @Nullable List<AssociationState> given) {
        if (given == null) {
            return states.isEmpty() ? List.of(SAVED) : states;
        }
        List<AssociationState> after =
                kind.states().stream().filter(given::contains).toList();
        someButNotAllAreNamed(kind, after, given);
        return after;
    }

    private static void someButNotAllAreNamed(
            AssociationKind kind, List<AssociationState> after, List<AssociationState> given) {
        int most = kind.states().size() - 1;
        if (after.isEmpty() || after.size() > most || !kind.states().containsAll(given)) {
            throw new Refusal(
                    RULE, "states-do-not-fit", "states", "States are 1 to " + most + " of the possible ones.");
        }
    }

    private void nothingButSavedIsGivenUp() {
        if (!states.equals(List.of(SAVED))) {
            throw new Refusal(
                    RULE,
                    "not-only-saved",
                    "states",
                    "Only an association whose single state is saved can be removed.");
        }
    }

    @EventSourcingHandler
    void evolve(FanAssociated event) {
        id = event.association();
        states = event.states();
    }

    @EventSourcingHandler
    void evolve(AssociationStatesChanged event) {
        states = event.states();
    }

    @EventSourcingHandler
    void evolve(FanDissociated event) {
        states = List.of();
    }
}
