package encore.query.trackers;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.paging.Page;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.time.Days;
import encore.kernel.trackers.StoredTracker;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerChanged;
import encore.kernel.trackers.TrackerEvent.TrackerCreated;
import encore.kernel.trackers.TrackerEvent.TrackerDeleted;
import encore.kernel.trackers.TrackerEvent.TrackerEnded;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerQuery.FindStoredTracker;
import encore.kernel.trackers.TrackerQuery.FindStoredTrackerPage;
import encore.kernel.trackers.TrackerQuery.FindTrackerByKey;
import encore.kernel.trackers.TrackerQuery.ListAllStoredTrackers;
import encore.kernel.trackers.TrackerQuery.ListStoredTrackers;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.ControlPublisher;
import encore.query.projection.ControlSource;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/**
 * Keeps the trackers of all accounts, and finds them by their keys too, since a short link names no account. Gateways
 * hear of each change that may lead a short link to another place.
 */
@Component
class TrackersProjection implements ControlSource {

    private static final int MAX_ROWS = 500;

    private static final Catalogue<StoredTracker> TRACKERS = Catalogue.of(
                    "trackers", StoredTracker.class, Index.on("account", "createdAt"))
            .foundByName(TrackerId.class);
    private static final Collection<TrackerOfKey> BY_KEY = Collection.of("by_key", TrackerOfKey.class);

    private final ControlPublisher publisher = new ControlPublisher();

    /** The tracker that has a key. */
    record TrackerOfKey(TrackerId tracker) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("trackers", List.of(TRACKERS.collection(), BY_KEY));
    }

    @EventHandler
    void on(QuestTrackerMade event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(
                new StoredTracker(
                        event.tracker(),
                        event.trackerKey(),
                        null,
                        event.pageTabId(),
                        TrackerDetails.EMPTY,
                        recordedEvent.at()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(TrackerCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        add(
                new StoredTracker(
                        event.tracker(),
                        event.trackerKey(),
                        event.virtualDomain(),
                        null,
                        event.details(),
                        recordedEvent.at()),
                recordedEvent,
                documents);
    }

    private static void add(StoredTracker tracker, RecordedEvent recordedEvent, Documents.Batch documents) {
        TRACKERS.add(tracker.tracker(), tracker, recordedEvent, documents);
        documents.put(BY_KEY, tracker.trackerKey(), new TrackerOfKey(tracker.tracker()));
    }

    @EventHandler
    void on(TrackerChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TRACKERS.change(
                event.tracker(),
                tracker -> tracker.withDetails(event.patch().applyTo(tracker.details())),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(TrackerEnded event, Documents.Batch documents) {
        remove(event.tracker(), documents);
    }

    @EventHandler
    void on(TrackerDeleted event, Documents.Batch documents) {
        remove(event.tracker(), documents);
    }

    /** Changes nothing here, but gateways must hear that the link of a quest may be another one. */
    @EventHandler
    void on(QuestChanged event, Documents.Batch documents) {}

    /** Changes nothing here, but gateways must hear that a tracker may lead nowhere. */
    @EventHandler
    void on(QuestDeleted event, Documents.Batch documents) {}

    /** Changes nothing here, but gateways must hear that the quests of the business have ended. */
    @EventHandler
    void on(BusinessRemoved event, Documents.Batch documents) {}

    private static void remove(TrackerId tracker, Documents.Batch documents) {
        CatalogueEntry<StoredTracker> stored = TRACKERS.get(tracker, documents);
        if (stored != null) {
            String key = stored.thing().trackerKey();
            TrackerOfKey holder = documents.get(BY_KEY, key);
            if (holder != null && holder.tracker().equals(tracker)) {
                documents.remove(BY_KEY, key);
            }
            TRACKERS.remove(tracker, documents);
        }
    }

    @QueryHandler
    StoredTracker find(FindTrackerByKey query, Documents documents) {
        TrackerOfKey found = documents.get(BY_KEY, query.trackerKey());
        if (found == null) {
            throw Refusal.unknown("There is no such tracker.");
        }
        return TRACKERS.one(found.tracker(), documents).thing();
    }

    @QueryHandler
    StoredTracker find(FindStoredTracker query, Documents documents) {
        return TRACKERS.one(new TrackerId(query.account(), query.trackerId()), documents)
                .thing();
    }

    @QueryHandler
    List<StoredTracker> find(ListStoredTrackers query, Documents documents) {
        Days days = query.days();
        Where where = Where.all(
                Where.equal("account", query.account()),
                new Where.Range("createdAt", days.start(), true, days.end(), false));
        return documents.find(TRACKERS.collection(), where, Order.descending("createdAt"), null, MAX_ROWS).stream()
                .map(Row::document)
                .map(CatalogueEntry::thing)
                .toList();
    }

    @QueryHandler
    Page<StoredTracker> find(FindStoredTrackerPage query, Documents documents) {
        return TRACKERS.page(query.account(), query.paging(), documents).map(CatalogueEntry::thing);
    }

    @QueryHandler
    List<StoredTracker> find(ListAllStoredTrackers query, Documents documents) {
        return TRACKERS.all(query.account(), documents)
                .map(CatalogueEntry::thing)
                .toList();
    }

    /** Followers may have missed changes, so they start anew. */
    @Override
    public void load(Documents documents) {
        publisher.disconnectAll();
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        for (RecordedEvent recordedEvent : events) {
            long account = accountOf(recordedEvent.event());
            if (account > 0) {
                publisher.publish(new ControlMessage.TrackersChanged(account, recordedEvent.position()));
            }
        }
    }

    private static long accountOf(Event event) {
        return switch (event) {
            case QuestTrackerMade made -> made.tracker().account();
            case TrackerCreated created -> created.tracker().account();
            case TrackerChanged changed -> changed.tracker().account();
            case TrackerEnded ended -> ended.tracker().account();
            case TrackerDeleted deleted -> deleted.tracker().account();
            case QuestChanged changed -> changed.quest().account();
            case QuestDeleted deleted -> deleted.quest().account();
            case BusinessRemoved removed -> removed.business().account();
            default -> 0;
        };
    }

    @Override
    public Flux<ControlMessage> follow(long reached) {
        return publisher.follow(List.of(), reached);
    }
}
