package encore.command.operations;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.operations.OperationCommand.RecordOperation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationId;
import encore.kernel.operations.RecordedOperation;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** An order, written down once: it has a stream of its own, so that no journal has to be read to go on with it. */
@Aggregate
class JournaledOrder {

    @AggregateIdentifier
    private @Nullable OperationId id;

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedOperation decide(RecordOperation command) {
        if (id == null) {
            apply(new OperationOrdered(command.id(), command.operation(), command.target(), command.request()));
        }
        return new RecordedOperation(command.id());
    }

    @EventSourcingHandler
    void evolve(OperationOrdered event) {
        id = event.id();
    }
}
