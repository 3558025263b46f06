package encore.command.points;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointTypeUid;
import encore.kernel.points.PointsCommand.CreatePointType;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A point type. Its name is unique in the account. */
@Aggregate
class PointType {

    @AggregateIdentifier
    private @Nullable PointTypeId id;

    PointType() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PointTypeUid decide(CreatePointType command, Claims claims) {
        var claim = PointNameClaims.claim(command.pointType().account(), command.name());
        theNameIsNotEmpty(claim.value());
        String owner = claims.ownerOf(claim);
        if (owner != null) {
            return new PointTypeUid(StreamId.parse(PointTypeId.class, owner).uid());
        }
        theUidIsFree();
        claims.take(claim, command.pointType());
        apply(new PointTypeCreated(command.pointType(), claim.value()));
        return new PointTypeUid(command.pointType().uid());
    }

    private static void theNameIsNotEmpty(String name) {
        if (name.isEmpty()) {
            throw new Refusal(RULE, "point-name-missing", "point_name", "A point type has a name.");
        }
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(
                    RULE, "point-type-exists", "point_uid", "The point type with this point_uid has another name.");
        }
    }

    @EventSourcingHandler
    void evolve(PointTypeCreated event) {
        id = event.pointType();
    }
}
