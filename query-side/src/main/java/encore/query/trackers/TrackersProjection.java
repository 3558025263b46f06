package encore.query.trackers;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerEvent.TrackerEnded;
import encore.kernel.trackers.TrackerQuery.FindTracker;
import encore.kernel.trackers.TrackerQuery.FoundTracker;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the trackers of all accounts by their keys, since a short link names no account. */
@Component
class TrackersProjection implements Projection {

    private static final Collection<FoundTracker> BY_KEY = Collection.of("trackers", FoundTracker.class);
    private static final Collection<StoredKey> KEYS = Collection.of("tracker_keys", StoredKey.class);

    /** The key of a tracker, by its stream: the event of its end does not have it. */
    record StoredKey(String trackerKey) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("trackers", List.of(BY_KEY, KEYS));
    }

    @EventHandler
    void on(QuestTrackerMade event, Documents.Batch documents) {
        documents.put(
                BY_KEY, event.trackerKey(), new FoundTracker(event.tracker().account(), event.pageTabId()));
        documents.put(KEYS, event.tracker().toString(), new StoredKey(event.trackerKey()));
    }

    @EventHandler
    void on(TrackerEnded event, Documents.Batch documents) {
        StoredKey stored = documents.get(KEYS, event.tracker().toString());
        if (stored != null) {
            documents.remove(BY_KEY, stored.trackerKey());
            documents.remove(KEYS, event.tracker().toString());
        }
    }

    @QueryHandler
    FoundTracker find(FindTracker query, Documents documents) {
        FoundTracker found = documents.get(BY_KEY, query.trackerKey());
        if (found == null) {
            throw Refusal.unknown("There is no such tracker.");
        }
        return found;
    }
}
