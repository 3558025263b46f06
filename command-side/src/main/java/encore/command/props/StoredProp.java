package encore.command.props;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.SubjectKeys;
import encore.kernel.Refusal;
import encore.kernel.props.PropCommand;
import encore.kernel.props.PropCommand.AddProp;
import encore.kernel.props.PropCommand.ChangeProp;
import encore.kernel.props.PropCommand.RemoveProp;
import encore.kernel.props.PropEvent.PropAdded;
import encore.kernel.props.PropEvent.PropChanged;
import encore.kernel.props.PropEvent.PropRemoved;
import encore.kernel.props.PropId;
import encore.kernel.props.PropUid;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A value that an account stores under a name, which is unique in the account. It is encrypted with its own key. */
@Aggregate
class StoredProp {

    @AggregateIdentifier
    private @Nullable PropId id;

    private String propName = "";
    private @Nullable String value;

    StoredProp() {}

    static Claim claim(long account, String propName) {
        return new Claim(PropCommand.SPACE, account, propName);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PropUid decide(AddProp command, Claims claims, SubjectKeys keys) {
        theUidIsFree();
        keys.create(command.prop());
        claims.take(claim(command.prop().account(), command.propName()), command.prop());
        apply(new PropAdded(command.prop(), command.propName(), command.value()));
        return new PropUid(command.prop().uid());
    }

    @CommandHandler
    PropUid decide(ChangeProp command) {
        if (!command.value().equals(value)) {
            apply(new PropChanged(command.prop(), command.value()));
        }
        return new PropUid(command.prop().uid());
    }

    @CommandHandler
    PropUid decide(RemoveProp command, Claims claims) {
        claims.release(claim(command.prop().account(), propName), command.prop());
        apply(new PropRemoved(command.prop()));
        return new PropUid(command.prop().uid());
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "uid-taken", "Another prop has this uid; try again.");
        }
    }

    @EventSourcingHandler
    void evolve(PropAdded event) {
        id = event.prop();
        propName = event.propName();
        value = event.value();
    }

    @EventSourcingHandler
    void evolve(PropChanged event) {
        value = event.value();
    }
}
