package encore.command.performances;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.KnownMedia;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.names.Blanks;
import encore.kernel.performances.PerformanceCommand.AddPerformance;
import encore.kernel.performances.PerformanceCommand.ChangePerformance;
import encore.kernel.performances.PerformanceCommand.PicturePerformance;
import encore.kernel.performances.PerformanceCommand.RemovePerformance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceEvent.PerformanceAdded;
import encore.kernel.performances.PerformanceEvent.PerformanceChanged;
import encore.kernel.performances.PerformanceEvent.PerformancePictured;
import encore.kernel.performances.PerformanceEvent.PerformanceRemoved;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformancePicture;
import encore.kernel.performances.PerformanceUid;
import encore.kernel.venues.VenueId;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A performance. It always has a name and a date, its business never changes, and everything that it names exists. */
@Aggregate
class Performance {

    @AggregateIdentifier
    private @Nullable PerformanceId id;

    private PerformanceDetails details = PerformanceDetails.DEFAULTS;
    private PerformancePicture picture = PerformancePicture.NONE;

    Performance() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PerformanceUid decide(AddPerformance command, Streams streams) {
        theUidIsFree();
        PerformanceDetails first = Patch.of(command.details()).applyTo(PerformanceDetails.DEFAULTS);
        itHasANameAndADate(PerformanceDetails.DEFAULTS, first);
        if (first.businessId() != null) {
            streams.mustBeOpen(new BusinessId(command.performance().account(), first.businessId()), "business_id");
        }
        theNamedExist(command.performance().account(), first, streams);
        apply(new PerformanceAdded(command.performance(), first));
        return new PerformanceUid(command.performance().uid());
    }

    @CommandHandler
    PerformanceUid decide(ChangePerformance command, Streams streams) {
        itsBusinessStays(command.change());
        theNamedExist(command.performance().account(), command.change().given(), streams);
        Patch<PerformanceDetails> changes = details.reduce(command.change());
        PerformanceDetails changed = changes.applyTo(details);
        itHasANameAndADate(details, changed);
        if (!changed.equals(details)) {
            apply(PerformanceChanged.of(command.performance(), changes));
        }
        return new PerformanceUid(command.performance().uid());
    }

    @CommandHandler
    PerformanceUid decide(PicturePerformance command, Streams streams) {
        KnownMedia.mustExist(
                command.performance().account(), command.change().given().mediaUid(), picture.mediaUid(), streams);
        PerformancePicture now = command.change().applyTo(picture);
        if (!now.equals(picture)) {
            apply(new PerformancePictured(command.performance(), now.mediaUid()));
        }
        return new PerformanceUid(command.performance().uid());
    }

    @CommandHandler
    PerformanceUid decide(RemovePerformance command) {
        apply(new PerformanceRemoved(command.performance()));
        return new PerformanceUid(command.performance().uid());
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(CONFLICT, "performance-uid-taken", "Another performance has this uid; try again.");
        }
    }

    private static void itHasANameAndADate(PerformanceDetails before, PerformanceDetails after) {
        if (Blanks.isMissing(before.performanceName(), after.performanceName())) {
            throw missingRefusal("performance_name", "A performance has a name.");
        }
        if (after.performanceDate() == null) {
            throw missingRefusal("performance_date", "A performance has a date.");
        }
    }

    private static Refusal missingRefusal(String field, String sentence) {
        return new Refusal(RULE, "performance-incomplete", field, sentence);
    }

    private void itsBusinessStays(Patch<PerformanceDetails> change) {
        if (change.touches("businessId") && !Objects.equals(change.given().businessId(), details.businessId())) {
            throw new Refusal(RULE, "business-stays", "business_id", "The business of a performance never changes.");
        }
    }

    private static void theNamedExist(long account, PerformanceDetails given, Streams streams) {
        if (given.venueUid() != null) {
            streams.mustBeOpen(new VenueId(account, given.venueUid()), "venue_uid");
        }
        if (given.referralPageTabId() != null) {
            streams.mustBeOpen(new CampaignId(account, given.referralPageTabId()), "referral_page_tab_id");
        }
    }

    @EventSourcingHandler
    void evolve(PerformanceAdded event) {
        id = event.performance();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(PerformanceChanged event) {
        details = event.patch().applyTo(details);
    }

    @EventSourcingHandler
    void evolve(PerformancePictured event) {
        picture = new PerformancePicture(event.mediaUid());
    }
}
