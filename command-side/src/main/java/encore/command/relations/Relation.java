package encore.command.relations;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.relations.RelatedPair;
import encore.kernel.relations.RelationCommand.Relate;
import encore.kernel.relations.RelationCommand.Unrelate;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The relation of two tags or two idols: they belong together or they do not. */
@Aggregate
class Relation {

    @AggregateIdentifier
    private @Nullable RelationId id;

    private boolean together;

    Relation() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RelatedPair decide(Relate command, Streams streams) {
        RelationKind kind = command.kind();
        streams.mustBeOpen(kind.relatedStream(command.account(), command.one()), kind.parameter());
        streams.mustBeOpen(kind.relatedStream(command.account(), command.other()), "related_" + kind.parameter());
        theyAreTwo(command);
        if (!together) {
            apply(new RelationBegun(command.stream()));
        }
        return new RelatedPair(command.one(), command.other());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RelatedPair decide(Unrelate command) {
        if (together) {
            apply(new RelationEnded(command.stream()));
        }
        return new RelatedPair(command.one(), command.other());
    }

    private static void theyAreTwo(Relate command) {
        if (command.one().equals(command.other())) {
            throw new Refusal(
                    RULE,
                    "related-to-itself",
                    "related_" + command.kind().parameter(),
                    "A thing cannot be related to itself.");
        }
    }

    @EventSourcingHandler
    void evolve(RelationBegun event) {
        id = event.relation();
        together = true;
    }

    @EventSourcingHandler
    void evolve(RelationEnded event) {
        together = false;
    }
}
