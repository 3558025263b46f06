package encore.query.tickets;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEventPage;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindLinkedPerformances;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.PerformanceLinks;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.TicketEventSelection;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the events that tickets are sold for, as an account or a ticket entered them. */
@Component
class TicketEventsProjection implements Projection {

    private static final Catalogue<EnteredTicketEvent> EVENTS = Catalogue.of(
                    "ticket_events",
                    EnteredTicketEvent.class,
                    Index.on("account", "thing.details.eventKey", "position"),
                    Index.on("account", "thing.details.eventName", "position"),
                    Index.on("account", "thing.details.performanceUid", "position"),
                    Index.on("account", "thing.knownBy", "position"))
            .foundByName(TicketEventId.class);

    private static final Comparator<TicketEvent> LATEST_FIRST = Comparator.comparing(
                    (TicketEvent event) -> event.details().eventDate(),
                    Comparator.nullsLast(Comparator.<LocalDate>reverseOrder()))
            .thenComparing(TicketEvent::creationTimestamp, Comparator.reverseOrder())
            .thenComparing(TicketEvent::eventUid);

    /**
     * An event that was entered.
     *
     * @param knownBy the fields that identify the event in its account, in one text
     * @param placeholder whether a ticket created it and nobody has edited it since
     */
    record EnteredTicketEvent(
            String uid, String knownBy, TicketEventDetails details, boolean edited, boolean placeholder) {

        static EnteredTicketEvent of(String uid, TicketEventDetails details, boolean edited, boolean placeholder) {
            return new EnteredTicketEvent(uid, details.claimed(), details, edited, placeholder);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("ticket_events", List.of(EVENTS.collection()));
    }

    @EventHandler
    void on(TicketEventMade event, RecordedEvent recordedEvent, Documents.Batch documents) {
        EVENTS.add(
                event.ticketEvent(),
                EnteredTicketEvent.of(event.ticketEvent().uid(), event.details(), false, event.byTicket()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(TicketEventChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        edit(event.ticketEvent(), event.details(), recordedEvent, documents);
    }

    @EventHandler
    void on(TicketEventCurated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        edit(event.ticketEvent(), event.details(), recordedEvent, documents);
    }

    private static void edit(
            TicketEventId id, TicketEventDetails details, RecordedEvent recordedEvent, Documents.Batch documents) {
        EVENTS.change(
                id, before -> EnteredTicketEvent.of(before.uid(), details, true, false), recordedEvent, documents);
    }

    @EventHandler
    void on(TicketEventRemoved event, Documents.Batch documents) {
        EVENTS.remove(event.ticketEvent(), documents);
    }

    @QueryHandler
    List<TicketEvent> find(FindEnteredTicketEvents query, Documents documents) {
        return EVENTS.where(condition(query.account(), query.selection()), documents)
                .map(TicketEventsProjection::toTicketEvent)
                .filter(event -> matches(event.details(), query.selection()))
                .sorted(LATEST_FIRST)
                .toList();
    }

    @QueryHandler
    Page<TicketEvent> find(FindEnteredTicketEventPage query, Documents documents) {
        return EVENTS.page(query.account(), query.paging(), documents).map(TicketEventsProjection::toTicketEvent);
    }

    @QueryHandler
    TicketEvent find(FindEnteredTicketEvent query, Documents documents) {
        return toTicketEvent(EVENTS.one(new TicketEventId(query.account(), query.eventUid()), documents));
    }

    @QueryHandler
    PerformanceLinks find(FindLinkedPerformances query, Documents documents) {
        return links(query.eventKeys().stream()
                .map(known -> Where.all(Where.equal("account", query.account()), Where.equal("thing.knownBy", known)))
                .flatMap(where -> EVENTS.where(where, documents)));
    }

    @QueryHandler
    List<TicketEvent> find(FindConnectedTicketEvents query, Documents documents) {
        return query.performanceUids().stream()
                .map(uid -> Where.all(
                        Where.equal("account", query.account()), Where.equal("thing.details.performanceUid", uid)))
                .flatMap(where -> EVENTS.where(where, documents))
                .map(TicketEventsProjection::toTicketEvent)
                .sorted(LATEST_FIRST)
                .toList();
    }

    private static PerformanceLinks links(Stream<CatalogueEntry<EnteredTicketEvent>> events) {
        Map<String, String> links = new HashMap<>();
        events.map(CatalogueEntry::thing)
                .filter(event -> event.details().performanceUid() != null)
                .forEach(event -> links.put(
                        event.knownBy(), String.valueOf(event.details().performanceUid())));
        return new PerformanceLinks(links);
    }

    private static Where condition(long account, TicketEventSelection filter) {
        Where all = Where.equal("account", account);
        return filter.eventKey() != null
                ? Where.all(all, Where.equal("thing.details.eventKey", filter.eventKey()))
                : filter.eventName() != null
                        ? Where.all(all, Where.equal("thing.details.eventName", filter.eventName()))
                        : all;
    }

    private static boolean matches(TicketEventDetails details, TicketEventSelection filter) {
        return isEqual(filter.eventName(), details.eventName())
                && isEqual(filter.eventKey(), details.eventKey())
                && isEqual(filter.eventDate(), details.eventDate())
                && isEqual(filter.network(), details.network())
                && isEqual(filter.venueName(), details.venueName());
    }

    private static boolean isEqual(@Nullable Object expected, @Nullable Object actual) {
        return expected == null || expected.equals(actual);
    }

    private static TicketEvent toTicketEvent(CatalogueEntry<EnteredTicketEvent> catalogueEntry) {
        EnteredTicketEvent event = catalogueEntry.thing();
        return new TicketEvent(
                event.uid(),
                catalogueEntry.account(),
                catalogueEntry.createdAt(),
                event.details(),
                null,
                event.edited(),
                event.placeholder());
    }
}
