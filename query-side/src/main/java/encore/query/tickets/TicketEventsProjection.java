package encore.query.tickets;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.tickets.TicketEvent;
import encore.kernel.tickets.TicketEventDetails;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventsEvent.TicketEventChanged;
import encore.kernel.tickets.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.TicketEventsEvent.TicketEventRemoved;
import encore.kernel.tickets.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.tickets.TicketEventsQuery.FindEnteredTicketEvent;
import encore.kernel.tickets.TicketEventsQuery.FindEnteredTicketEvents;
import encore.kernel.tickets.TicketEventsQuery.FindLinkedPerformances;
import encore.kernel.tickets.TicketEventsQuery.Links;
import encore.kernel.tickets.TicketEventsQuery.Wanted;
import encore.query.projection.Catalogue;
import encore.query.projection.Listed;
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

    private static final Catalogue<Entered> EVENTS = Catalogue.of(
            "ticket_events",
            Entered.class,
            Index.on("account", "thing.details.eventKey", "position"),
            Index.on("account", "thing.details.eventName", "position"),
            Index.on("account", "thing.details.performanceUid", "position"),
            Index.on("account", "thing.knownBy", "position"));

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
    record Entered(String uid, String knownBy, TicketEventDetails details, boolean edited, boolean placeholder) {

        static Entered of(String uid, TicketEventDetails details, boolean edited, boolean placeholder) {
            return new Entered(uid, details.claimed(), details, edited, placeholder);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("ticket_events", List.of(EVENTS.collection()));
    }

    @EventHandler
    void on(TicketEventMade event, Recorded recorded, Documents.Batch documents) {
        EVENTS.add(
                event.ticketEvent(),
                Entered.of(event.ticketEvent().uid(), event.details(), false, event.byTicket()),
                recorded,
                documents);
    }

    @EventHandler
    void on(TicketEventChanged event, Recorded recorded, Documents.Batch documents) {
        edit(event.ticketEvent(), event.details(), recorded, documents);
    }

    @EventHandler
    void on(TicketEventCurated event, Recorded recorded, Documents.Batch documents) {
        edit(event.ticketEvent(), event.details(), recorded, documents);
    }

    private static void edit(
            TicketEventId id, TicketEventDetails details, Recorded recorded, Documents.Batch documents) {
        EVENTS.change(id, before -> Entered.of(before.uid(), details, true, false), recorded, documents);
    }

    @EventHandler
    void on(TicketEventRemoved event, Documents.Batch documents) {
        EVENTS.remove(event.ticketEvent(), documents);
    }

    @QueryHandler
    List<TicketEvent> find(FindEnteredTicketEvents query, Documents documents) {
        return EVENTS.where(walk(query.account(), query.wanted()), documents)
                .map(TicketEventsProjection::shown)
                .filter(event -> meets(event.details(), query.wanted()))
                .sorted(LATEST_FIRST)
                .toList();
    }

    @QueryHandler
    TicketEvent find(FindEnteredTicketEvent query, Documents documents) {
        return shown(EVENTS.one(new TicketEventId(query.account(), query.eventUid()), documents));
    }

    @QueryHandler
    Links find(FindLinkedPerformances query, Documents documents) {
        return links(query.knownBy().stream()
                .map(known -> Where.all(Where.equal("account", query.account()), Where.equal("thing.knownBy", known)))
                .flatMap(where -> EVENTS.where(where, documents)));
    }

    @QueryHandler
    List<TicketEvent> find(FindConnectedTicketEvents query, Documents documents) {
        return query.performanceUids().stream()
                .map(uid -> Where.all(
                        Where.equal("account", query.account()), Where.equal("thing.details.performanceUid", uid)))
                .flatMap(where -> EVENTS.where(where, documents))
                .map(TicketEventsProjection::shown)
                .sorted(LATEST_FIRST)
                .toList();
    }

    private static Links links(Stream<Listed<Entered>> events) {
        Map<String, String> links = new HashMap<>();
        events.map(Listed::thing)
                .filter(event -> event.details().performanceUid() != null)
                .forEach(event -> links.put(
                        event.knownBy(), String.valueOf(event.details().performanceUid())));
        return new Links(links);
    }

    private static Where walk(long account, Wanted wanted) {
        Where all = Where.equal("account", account);
        return wanted.eventKey() != null
                ? Where.all(all, Where.equal("thing.details.eventKey", wanted.eventKey()))
                : wanted.eventName() != null
                        ? Where.all(all, Where.equal("thing.details.eventName", wanted.eventName()))
                        : all;
    }

    private static boolean meets(TicketEventDetails details, Wanted wanted) {
        return isWanted(wanted.eventName(), details.eventName())
                && isWanted(wanted.eventKey(), details.eventKey())
                && isWanted(wanted.eventDate(), details.eventDate())
                && isWanted(wanted.network(), details.network())
                && isWanted(wanted.venueName(), details.venueName());
    }

    private static boolean isWanted(@Nullable Object wanted, @Nullable Object said) {
        return wanted == null || wanted.equals(said);
    }

    private static TicketEvent shown(Listed<Entered> listed) {
        Entered event = listed.thing();
        return new TicketEvent(
                event.uid(),
                listed.account(),
                listed.createdAt(),
                event.details(),
                null,
                event.edited(),
                event.placeholder());
    }
}
