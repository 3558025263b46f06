package encore.command.deliveries;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.deliveries.DeliveriesCommand.RecordRelease;
import encore.kernel.deliveries.DeliveriesEvent.DeliveriesReleased;
import encore.kernel.deliveries.DeliveriesId;
import encore.kernel.deliveries.DeliveriesState;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The releases of deliveries. Whether they are held now stands beside the log. */
@Aggregate
class Deliveries {

    @AggregateIdentifier
    private @Nullable DeliveriesId id;

    Deliveries() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    DeliveriesState decide(RecordRelease command) {
        apply(new DeliveriesReleased(command.deliveries()));
        return new DeliveriesState(false, true);
    }

    @EventSourcingHandler
    void evolve(DeliveriesReleased event) {
        id = event.deliveries();
    }
}
