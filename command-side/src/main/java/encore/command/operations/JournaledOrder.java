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

/** An operator's order, recorded once. It has its own stream, so that no journal must be loaded to continue. */
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
