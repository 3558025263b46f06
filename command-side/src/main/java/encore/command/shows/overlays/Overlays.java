package encore.command.shows.overlays;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.command.lists.ListDecision;
import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.media.MediaId;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayCommand;
import encore.kernel.shows.overlays.OverlayCommand.AddCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeCheckedOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ReadOverlay;
import encore.kernel.shows.overlays.OverlayCommand.RemoveOverlay;
import encore.kernel.shows.overlays.OverlayEvent;
import encore.kernel.shows.overlays.OverlayEvent.OverlayAdded;
import encore.kernel.shows.overlays.OverlayEvent.OverlayChanged;
import encore.kernel.shows.overlays.OverlayEvent.OverlayRemoved;
import encore.kernel.shows.overlays.OverlaysId;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The overlays that a show has in store. Each has the fields of its type, and its media exist. */
@Aggregate
class Overlays {

    /** The bound is far more than anyone pushes. */
    private static final KeyedList<Overlay> OVERLAYS = KeyedList.of("overlay", "overlay_type", 500);

    @AggregateIdentifier
    private @Nullable OverlaysId id;

    /** By uid. */
    private Map<String, Overlay> overlays = new HashMap<>();

    Overlays() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Overlay decide(AddCheckedOverlay command, Streams streams) {
        return overlaysOf(command, streams)
                .requiring((empty, added) -> itIsValid(command.overlays(), added, empty, streams))
                .add(Overlay.ofUid(command.overlay().key()), command.overlay(), OverlayAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Overlay decide(ChangeCheckedOverlay command, Streams streams) {
        return overlaysOf(command, streams)
                .requiring((before, after) -> {
                    theTypeStays(before, after);
                    itIsValid(command.overlays(), after, before, streams);
                })
                .change(command.change(), OverlayChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Overlay decide(RemoveOverlay command, Streams streams) {
        return overlaysOf(command, streams).remove(command.appOverlayUid(), OverlayRemoved::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Overlay decide(ReadOverlay command, Streams streams) {
        return overlaysOf(command, streams).one(command.appOverlayUid());
    }

    private ListDecision<OverlaysId, Overlay> overlaysOf(OverlayCommand command, Streams streams) {
        ShowCampaigns.mustHaveShow(new ShowId(command.overlays().campaign()), streams);
        return OVERLAYS.decision(command.overlays(), overlays);
    }

    private static void theTypeStays(Overlay before, Overlay after) {
        if (after.overlayType() != before.overlayType()) {
            throw new Refusal(RULE, "overlay-type-stays", "overlay_type", "The type of an overlay never changes.");
        }
    }

    /** Checks only the media that the command sets: a reference that was stored before stays. */
    private static void itIsValid(OverlaysId overlays, Overlay after, Overlay before, Streams streams) {
        OverlayRules.itHasTheFieldsOfItsType(before, after);
        itExists(overlays, after.sponsorMediaUid(), before.sponsorMediaUid(), "sponsor_media_uid", streams);
        itExists(overlays, after.contentMediaUid(), before.contentMediaUid(), "content_media_uid", streams);
    }

    private static void itExists(
            OverlaysId overlays, @Nullable String given, @Nullable String stored, String field, Streams streams) {
        if (given != null && !given.equals(stored)) {
            streams.mustBeOpen(new MediaId(overlays.account(), given), field);
        }
    }

    @EventSourcingHandler
    void evolve(OverlayEvent event) {
        id = event.overlays();
        OVERLAYS.evolve(overlays, event);
    }
}
