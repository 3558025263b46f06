package encore.query.idolevents;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventId;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idolevents.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEventPage;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.kernel.paging.Page;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the idol events of each account as they were entered. Their searchable fields are kept in memory. */
@Component
class IdolEventsProjection implements Projection.InMemory {

    private static final Catalogue<StoredIdolEvent> IDOL_EVENTS = Catalogue.of(
                    "idol_events",
                    StoredIdolEvent.class,
                    Index.on("account", "thing.details.performanceUid", "position"))
            .foundByName(IdolEventId.class);

    private volatile IdolEventIndex index = new IdolEventIndex();
    private final IdolEventCache cache = new IdolEventCache();

    /** An idol event as it was entered. */
    record StoredIdolEvent(String uid, IdolEventDetails details) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("idol_events", List.of(IDOL_EVENTS.collection()));
    }

    @EventHandler
    void on(IdolEventAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        IDOL_EVENTS.add(
                event.idolEvent(),
                new StoredIdolEvent(event.idolEvent().uid(), event.details()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(IdolEventChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        IDOL_EVENTS.change(
                event.idolEvent(),
                before -> new StoredIdolEvent(before.uid(), event.details()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(IdolEventRemoved event, Documents.Batch documents) {
        IDOL_EVENTS.remove(event.idolEvent(), documents);
    }

    /** Loads into a new object, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        IdolEventIndex loaded = new IdolEventIndex();
        long stored = documents.position();
        Keyset.byKey(IDOL_EVENTS.collection())
                .all(documents, Where.all())
                .forEach(catalogueEntry -> loaded.load(
                        new IdolEventId(
                                catalogueEntry.account(), catalogueEntry.thing().uid()),
                        catalogueEntry.position(),
                        stored,
                        catalogueEntry.thing().details()));
        index = loaded;
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        events.forEach(index::apply);
    }

    @QueryHandler
    List<EnteredIdolEvent> find(FindEnteredIdolEvents query, Documents documents) {
        Map<String, IndexedIdolEvent> found = index.some(query.account(), query.idolEventUids());
        Map<String, EnteredIdolEvent> byUid = HashMap.newHashMap(found.size());
        List<IdolEventId> unread = new ArrayList<>();
        for (String uid : query.idolEventUids()) {
            EnteredIdolEvent read = cache.get(found.get(uid));
            if (read == null) {
                unread.add(new IdolEventId(query.account(), uid));
            } else {
                byUid.put(uid, read);
            }
        }
        if (!unread.isEmpty()) {
            long position = documents.position();
            for (CatalogueEntry<StoredIdolEvent> catalogueEntry : IDOL_EVENTS.some(unread, documents)) {
                EnteredIdolEvent event = toEntered(catalogueEntry);
                byUid.put(event.uid(), event);
                cache.put(found.get(event.uid()), event, position);
            }
        }
        return query.idolEventUids().stream()
                .map(byUid::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @QueryHandler
    Page<EnteredIdolEvent> find(FindEnteredIdolEventPage query, Documents documents) {
        return IDOL_EVENTS.page(query.account(), query.paging(), documents).map(IdolEventsProjection::toEntered);
    }

    @QueryHandler
    List<EnteredIdolEvent> find(FindIdolEventsOfPerformances query, Documents documents) {
        return query.performanceUids().stream()
                .map(uid -> Where.all(
                        Where.equal("account", query.account()), Where.equal("thing.details.performanceUid", uid)))
                .flatMap(wanted -> IDOL_EVENTS.where(wanted, documents))
                .map(IdolEventsProjection::toEntered)
                .toList();
    }

    @QueryHandler
    List<IdolEventStart> find(FindIdolEventStarts query) {
        return index.find(query);
    }

    private static EnteredIdolEvent toEntered(CatalogueEntry<StoredIdolEvent> catalogueEntry) {
        StoredIdolEvent event = catalogueEntry.thing();
        return new EnteredIdolEvent(
                event.uid(), catalogueEntry.createdAt(), catalogueEntry.changedAt(), event.details());
    }
}
