package encore.command.people.signin;

import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.people.signin.StrangersCommand.RefuseStranger;
import encore.kernel.people.signin.StrangersEvent.StrangerRefused;
import encore.kernel.people.signin.StrangersId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** Sign-ins with emails that nobody has. They are recorded because a person's are, and nothing follows from them. */
@Aggregate
class Strangers {

    @AggregateIdentifier
    private @Nullable StrangersId id;

    Strangers() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    StrangersId decide(RefuseStranger command) {
        apply(new StrangerRefused(command.strangers()));
        return command.strangers();
    }

    @EventSourcingHandler
    void evolve(StrangerRefused event) {
        id = event.strangers();
    }
}
