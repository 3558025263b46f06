package encore.command.branding;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.KnownMedia;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.branding.Branding;
import encore.kernel.branding.BrandingCommand.ChangeBranding;
import encore.kernel.branding.BrandingCommand.ClearBranding;
import encore.kernel.branding.BrandingEvent.BrandingChanged;
import encore.kernel.branding.BrandingEvent.BrandingCleared;
import encore.kernel.branding.BrandingId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The branding of an account. It has at most one picture: an uploaded one or one at an address of the web. */
@Aggregate
class AccountBranding {

    @AggregateIdentifier
    private @Nullable BrandingId id;

    private Branding branding = Branding.EMPTY;

    AccountBranding() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Branding decide(ChangeBranding command, Streams streams) {
        KnownMedia.mustExist(
                command.branding().account(), command.change().given().mediaUid(), branding.mediaUid(), streams);
        Patch<Branding> changes = thePictureIsReplaced(command.change()).differenceFrom(branding);
        Branding after = changes.applyTo(branding);
        if (!changes.isEmpty()) {
            apply(BrandingChanged.of(command.branding(), changes));
        }
        return after;
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Branding decide(ClearBranding command) {
        if (!branding.equals(Branding.EMPTY)) {
            apply(new BrandingCleared(command.branding()));
        }
        return Branding.EMPTY;
    }

    private static Patch<Branding> thePictureIsReplaced(Patch<Branding> change) {
        boolean isUploaded = change.given().mediaUid() != null;
        boolean isOfTheWeb = change.given().imageUrl() != null;
        if (isUploaded && isOfTheWeb) {
            throw new Refusal(RULE, "two-pictures", "image_url", "Send either media_uid or image_url.");
        }
        if (isUploaded) {
            return change.clearing("imageUrl");
        }
        return isOfTheWeb ? change.clearing("mediaUid") : change;
    }

    @EventSourcingHandler
    void evolve(BrandingChanged event) {
        id = event.branding();
        branding = event.patch().applyTo(branding);
    }

    @EventSourcingHandler
    void evolve(BrandingCleared event) {
        id = event.branding();
        branding = Branding.EMPTY;
    }
}
