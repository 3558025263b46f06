package encore.query.tickets;

import encore.kernel.paging.Page;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.tickets.TicketsQuery.FindTicketedEvents;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEventPage;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindEnteredTicketEvents;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindTicketEventPage;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.ListTicketEvents;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins ticket events with the current names of their performances, and finds those without tickets. */
@Component
class TicketEventsWithNames implements QueryComponent {

    private final QueryGateway queryGateway;

    TicketEventsWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<TicketEvent> find(ListTicketEvents query) {
        Set<String> ticketed = query.ticketlessOnly()
                ? Set.copyOf(queryGateway.ask(new FindTicketedEvents(query.account())))
                : Set.of();
        return withNames(
                query.account(),
                queryGateway.ask(new FindEnteredTicketEvents(query.account(), query.selection())).stream()
                        .filter(event -> !ticketed.contains(event.eventUid()))
                        .toList());
    }

    @QueryHandler
    Page<TicketEvent> find(FindTicketEventPage query) {
        Page<TicketEvent> page = queryGateway.ask(new FindEnteredTicketEventPage(query.account(), query.paging()));
        return page.withRows(withNames(query.account(), page.rows()));
    }

    @QueryHandler
    TicketEvent find(FindTicketEvent query) {
        return withNames(
                        query.account(),
                        List.of(queryGateway.ask(new FindEnteredTicketEvent(query.account(), query.eventUid()))))
                .getFirst();
    }

    private List<TicketEvent> withNames(long account, List<TicketEvent> events) {
        List<String> linked = events.stream()
                .map(event -> event.details().performanceUid())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (linked.isEmpty()) {
            return events;
        }
        Map<String, String> names = new HashMap<>();
        queryGateway
                .ask(new FindEnteredPerformances(account, linked))
                .forEach(one -> names.put(
                        one.performanceUid(), String.valueOf(one.details().performanceName())));
        return events.stream()
                .map(event -> event.details().performanceUid() == null
                        ? event
                        : event.withPerformanceName(names.get(event.details().performanceUid())))
                .toList();
    }
}
