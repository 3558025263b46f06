package encore.command.businesses;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.Business.Points;
import encore.kernel.businesses.BusinessCommand.AddBusiness;
import encore.kernel.businesses.BusinessCommand.ChangeBusiness;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.businesses.BusinessCommand.RemoveBusiness;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessEvent.BusinessAdded;
import encore.kernel.businesses.BusinessEvent.BusinessChanged;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.SavedBusiness;
import encore.kernel.names.Blanks;
import encore.kernel.points.PointTypeId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A business. It always has a name, and its point type is one of the account. */
@Aggregate
class Business {

    @AggregateIdentifier
    private @Nullable BusinessId id;

    private BusinessDetails details = BusinessDetails.EMPTY;

    Business() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedBusiness decide(AddBusiness command, Streams streams) {
        theNumberIsFree();
        BusinessDetails first = Patch.of(command.details()).applyTo(BusinessDetails.EMPTY);
        aNameIsLeft(BusinessDetails.EMPTY, first);
        itsPointsAreOfAKnownKind(command.business(), first, streams);
        apply(new BusinessAdded(command.business(), first));
        return new SavedBusiness(command.business().number());
    }

    @CommandHandler
    SavedBusiness decide(ChangeBusiness command, Streams streams) {
        Patch<BusinessDetails> changes = command.change().differenceFrom(details);
        aNameIsLeft(details, changes.applyTo(details));
        itsPointsAreOfAKnownKind(command.business(), changes.given(), streams);
        if (!changes.isEmpty()) {
            apply(BusinessChanged.of(command.business(), changes));
        }
        return new SavedBusiness(command.business().number());
    }

    @CommandHandler
    SavedBusiness decide(RemoveBusiness command) {
        apply(new BusinessRemoved(command.business()));
        return new SavedBusiness(command.business().number());
    }

    @CommandHandler
    Points decide(ReadBusinessPoints command) {
        return new Points(details.pointUid());
    }

    private void theNumberIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "business-id-taken", "Another business has this id; try again.");
        }
    }

    private static void aNameIsLeft(BusinessDetails before, BusinessDetails after) {
        if (Blanks.isMissing(before.businessName(), after.businessName())) {
            throw new Refusal(RULE, "business-name-missing", "business_name", "A business has a name.");
        }
    }

    private static void itsPointsAreOfAKnownKind(BusinessId business, BusinessDetails given, Streams streams) {
        if (given.pointUid() != null) {
            streams.mustBeOpen(new PointTypeId(business.account(), given.pointUid()), "point_uid");
        }
    }

    @EventSourcingHandler
    void evolve(BusinessAdded event) {
        id = event.business();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(BusinessChanged event) {
        details = event.patch().applyTo(details);
    }
}
