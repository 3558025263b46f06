package encore.query.shows.stats;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.shows.players.PlayerEvent.OverlayInteracted;
import encore.kernel.shows.stats.InteractionQuery.FindInteractions;
import encore.kernel.shows.stats.InteractionQuery.Interactions;
import encore.query.documents.CountedEvents;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Counts what fans did with each push of an overlay, by the name of the action. Pages choose the names, and so may
 * anybody: a push keeps {@value #MAX_ACTIONS} of them, and counts all further ones as {@value #OTHER}.
 */
@Component
class OverlayInteractionsProjection implements Projection {

    private static final int MAX_ACTIONS = 100;
    private static final String OTHER = "other";

    private static final Collection<Counts> COUNTS = Collection.of("overlay_interactions", Counts.class);
    private static final CountedEvents EVENTS = CountedEvents.of("overlay_interaction_events");

    /** By action. */
    record Counts(Map<String, Long> counts) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("overlay_interactions", List.of(COUNTS, EVENTS.collection()));
    }

    @Override
    public Duration batchInterval() {
        return Duration.ofMillis(200);
    }

    @EventHandler
    void on(OverlayInteracted event, RecordedEvent recorded, Documents.Batch documents) {
        if (!EVENTS.isNew(recorded.position(), documents)) {
            return;
        }
        String key = Keyset.key(event.overlayPosition());
        Counts before = documents.get(COUNTS, key);
        Map<String, Long> counts = new TreeMap<>(before == null ? Map.of() : before.counts());
        boolean isKept = counts.containsKey(event.action()) || counts.size() < MAX_ACTIONS;
        counts.merge(isKept ? event.action() : OTHER, 1L, Long::sum);
        documents.put(COUNTS, key, new Counts(counts));
    }

    @QueryHandler
    List<Interactions> find(FindInteractions query, Documents documents) {
        return query.overlayPositions().stream()
                .map(position -> {
                    Counts found = documents.get(COUNTS, Keyset.key(position));
                    return new Interactions(position, found == null ? Map.of() : found.counts());
                })
                .toList();
    }
}
