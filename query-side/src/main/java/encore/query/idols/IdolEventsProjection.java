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
import java.time.LocalDate;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** The idol events of each account as they were entered. */
@Component
class IdolEventsProjection implements Projection {

    private static final Catalogue<Entered> IDOL_EVENTS = Catalogue.of(
            "idol_events",
            Entered.class,
            Index.on("account", WantedIdolEvents.DAY),
            Index.on("account", WantedIdolEvents.IDOL, WantedIdolEvents.DAY),
            Index.on("account", WantedIdolEvents.VENUE, WantedIdolEvents.DAY),
            Index.on("account", WantedIdolEvents.PERFORMANCE, WantedIdolEvents.DAY),
            Index.on("account", WantedIdolEvents.LABEL, WantedIdolEvents.DAY));
    private static final Keyset<Listed<Entered>> BY_DAY = Keyset.byNumber(
            IDOL_EVENTS.collection(),
            WantedIdolEvents.DAY,
            listed -> listed.thing().day());

    /**
     * An idol event with what it is looked for by.
     *
     * @param day that it begins on, in days since 1970
     * @param displayDay that it is shown on, likewise
     */
    record Entered(String uid, long day, long displayDay, IdolEventDetails details) {

        static Entered of(IdolEventId id, IdolEventDetails details) {
            LocalDate begins = details.startDate() == null ? LocalDate.EPOCH : details.startDate();
            LocalDate shown = Boolean.TRUE.equals(details.showOnPreviousDay()) ? begins.minusDays(1) : begins;
            return new Entered(id.uid(), begins.toEpochDay(), shown.toEpochDay(), details);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("idol_events", List.of(IDOL_EVENTS.collection()));
    }

    @EventHandler
    void on(IdolEventAdded event, Recorded recorded, Documents.Batch documents) {
        IDOL_EVENTS.add(event.idolEvent(), Entered.of(event.idolEvent(), event.details()), recorded, documents);
    }

    @EventHandler
    void on(IdolEventChanged event, Recorded recorded, Documents.Batch documents) {
        IDOL_EVENTS.change(
                event.idolEvent(), before -> Entered.of(event.idolEvent(), event.details()), recorded, documents);
    }

    @EventHandler
    void on(IdolEventRemoved event, Documents.Batch documents) {
        IDOL_EVENTS.remove(event.idolEvent(), documents);
    }

    @QueryHandler
    List<EnteredIdolEvent> find(FindEnteredIdolEvents query, Documents documents) {
        List<IdolEventId> ids = query.idolEventUids().stream()
                .map(uid -> new IdolEventId(query.account(), uid))
                .toList();
        return IDOL_EVENTS.some(ids, documents).stream()
                .map(IdolEventsProjection::entered)
                .toList();
    }

    @QueryHandler
    List<EnteredIdolEvent> find(FindIdolEventsOfPerformances query, Documents documents) {
        return query.performanceUids().stream()
                .map(uid -> Where.all(
                        Where.equal("account", query.account()), Where.equal(WantedIdolEvents.PERFORMANCE, uid)))
                .flatMap(wanted -> BY_DAY.all(documents, wanted))
                .map(IdolEventsProjection::entered)
                .toList();
    }

    @QueryHandler
    List<IdolEventStart> find(FindIdolEventStarts query, Documents documents) {
        return new WantedIdolEvents(query)
                .walks()
                .flatMap(wanted -> BY_DAY.all(documents, wanted))
                .map(IdolEventsProjection::start)
                .distinct()
                .toList();
    }

    private static EnteredIdolEvent entered(Listed<Entered> listed) {
        Entered event = listed.thing();
        return new EnteredIdolEvent(event.uid(), listed.createdAt(), listed.changedAt(), event.details());
    }

    private static IdolEventStart start(Listed<Entered> listed) {
        Entered event = listed.thing();
        return new IdolEventStart(
                event.uid(),
                listed.position(),
                event.details().begins(),
                event.details().timezone(),
                event.details().venueUid());
    }
}
