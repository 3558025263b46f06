package encore.query.idols;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.idols.EnteredIdolEvent;
import encore.kernel.idols.IdolEventDetails;
import encore.kernel.idols.IdolEventId;
import encore.kernel.idols.IdolEventStart;
import encore.kernel.idols.IdolEventsEvent.IdolEventAdded;
import encore.kernel.idols.IdolEventsEvent.IdolEventChanged;
import encore.kernel.idols.IdolEventsEvent.IdolEventRemoved;
import encore.kernel.idols.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.query.projection.Catalogue;
import encore.query.projection.Keyset;
import encore.query.projection.Listed;
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

    private static final Catalogue<Entered> IDOL_EVENTS =
            Catalogue.of("idol_events", Entered.class, Index.on("account", "thing.details.performanceUid", "position"));

    private volatile IdolEventsInMemory memory = new IdolEventsInMemory();
    private final EnteredLately lately = new EnteredLately();

    /** An idol event as it was entered. */
    record Entered(String uid, IdolEventDetails details) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("idol_events", List.of(IDOL_EVENTS.collection()));
    }

    @EventHandler
    void on(IdolEventAdded event, Recorded recorded, Documents.Batch documents) {
        IDOL_EVENTS.add(event.idolEvent(), new Entered(event.idolEvent().uid(), event.details()), recorded, documents);
    }

    @EventHandler
    void on(IdolEventChanged event, Recorded recorded, Documents.Batch documents) {
        IDOL_EVENTS.change(
                event.idolEvent(), before -> new Entered(before.uid(), event.details()), recorded, documents);
    }

    @EventHandler
    void on(IdolEventRemoved event, Documents.Batch documents) {
        IDOL_EVENTS.remove(event.idolEvent(), documents);
    }

    /** Loads into a new object, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        IdolEventsInMemory loaded = new IdolEventsInMemory();
        long stored = documents.position();
        Keyset.byKey(IDOL_EVENTS.collection())
                .all(documents, Where.all())
                .forEach(listed -> loaded.put(
                        new IdolEventId(listed.account(), listed.thing().uid()),
                        listed.position(),
                        stored,
                        listed.thing().details()));
        memory = loaded;
    }

    @Override
    public void applied(List<Recorded> events) {
        events.forEach(memory::apply);
    }

    @QueryHandler
    List<EnteredIdolEvent> find(FindEnteredIdolEvents query, Documents documents) {
        Map<String, FoundIdolEvent> found = memory.some(query.account(), query.idolEventUids());
        Map<String, EnteredIdolEvent> there = HashMap.newHashMap(found.size());
        List<IdolEventId> unread = new ArrayList<>();
        for (String uid : query.idolEventUids()) {
            EnteredIdolEvent read = lately.get(found.get(uid));
            if (read == null) {
                unread.add(new IdolEventId(query.account(), uid));
            } else {
                there.put(uid, read);
            }
        }
        if (!unread.isEmpty()) {
            long position = documents.position();
            for (Listed<Entered> listed : IDOL_EVENTS.some(unread, documents)) {
                EnteredIdolEvent event = entered(listed);
                there.put(event.uid(), event);
                lately.keep(found.get(event.uid()), event, position);
            }
        }
        return query.idolEventUids().stream()
                .map(there::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @QueryHandler
    List<EnteredIdolEvent> find(FindIdolEventsOfPerformances query, Documents documents) {
        return query.performanceUids().stream()
                .map(uid -> Where.all(
                        Where.equal("account", query.account()), Where.equal("thing.details.performanceUid", uid)))
                .flatMap(wanted -> IDOL_EVENTS.where(wanted, documents))
                .map(IdolEventsProjection::entered)
                .toList();
    }

    @QueryHandler
    List<IdolEventStart> find(FindIdolEventStarts query) {
        return memory.find(query);
    }

    private static EnteredIdolEvent entered(Listed<Entered> listed) {
        Entered event = listed.thing();
        return new EnteredIdolEvent(event.uid(), listed.createdAt(), listed.changedAt(), event.details());
    }
}
