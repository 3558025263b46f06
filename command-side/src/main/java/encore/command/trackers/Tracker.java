package encore.command.trackers;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.PageTabs;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.trackers.SavedTracker;
import encore.kernel.trackers.TrackerCommand.ChangeTracker;
import encore.kernel.trackers.TrackerCommand.DeleteTracker;
import encore.kernel.trackers.TrackerCommand.ReadAttributionRules;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerDeleted;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.purchases.AttributionRules;
import java.util.List;
import java.util.Locale;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A tracker. The list of its account or its quest begins it; a quest's tracker ends with its quest alone. */
@Aggregate
class Tracker {

    /** The components that a quest decides, and their parameters. */
    private static final List<String> OF_QUEST =
            List.of("trackerName", "trackerGroupName", "targetUrl", "network", "pageTabId");

    @AggregateIdentifier
    private @Nullable TrackerId id;

    private String trackerKey = "";
    private @Nullable String virtualDomain;
    private boolean isOfQuest;
    private TrackerDetails details = TrackerDetails.EMPTY;

    Tracker() {}

    @CommandHandler
    SavedTracker decide(ChangeTracker command, Streams streams, Claims claims, Facts facts) {
        TrackerDetails changed = command.change().applyTo(details);
        if (isOfQuest) {
            theQuestDecidesTheRest(command.change());
        } else {
            checkChange(command, changed, streams, claims);
        }
        if (!changed.equals(details)) {
            TrackerGroups.note(command.tracker().account(), changed, streams, facts);
            apply(TrackerChanged.of(command.tracker(), Patch.between(details, changed)));
        }
        return saved(command.tracker());
    }

    @CommandHandler
    SavedTracker decide(DeleteTracker command, Claims claims) {
        if (isOfQuest) {
            throw new Refusal(RULE, "tracker-of-quest", "tracker_id", "This tracker ends with its quest.");
        }
        claims.release(TrackerClaims.key(trackerKey), command.tracker());
        apply(new TrackerDeleted(command.tracker()));
        return saved(command.tracker());
    }

    /** A purchase may follow a click on a tracker that was deleted since. */
    @CommandHandler
    @HandlesEndedStreams
    AttributionRules decide(ReadAttributionRules command) {
        return details.rules();
    }

    /** A page tab that was deleted since may stay. */
    private void checkChange(ChangeTracker command, TrackerDetails changed, Streams streams, Claims claims) {
        TrackerRules.checkTexts(details, changed, command.change().given(), claims);
        Long pageTabId = command.change().given().pageTabId();
        if (pageTabId != null && !pageTabId.equals(details.pageTabId())) {
            PageTabs.mustBeOpen(command.tracker().account(), pageTabId, streams);
        }
    }

    private static void theQuestDecidesTheRest(Patch<TrackerDetails> change) {
        for (String component : OF_QUEST) {
            if (change.touches(component)) {
                throw new Refusal(
                        RULE,
                        "quest-decides",
                        component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT),
                        "The quest of this tracker decides this.");
            }
        }
    }

    private SavedTracker saved(TrackerId tracker) {
        return new SavedTracker(tracker.number(), virtualDomain, trackerKey);
    }

    @EventSourcingHandler
    void evolve(TrackerCreated event) {
        id = event.tracker();
        trackerKey = event.trackerKey();
        virtualDomain = event.virtualDomain();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(QuestTrackerMade event) {
        id = event.tracker();
        trackerKey = event.trackerKey();
        isOfQuest = true;
    }

    @EventSourcingHandler
    void evolve(TrackerChanged event) {
        details = event.patch().applyTo(details);
    }
}
