package encore.query.tickets;

import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.tickets.TicketEvent;
import encore.kernel.tickets.TicketEventsQuery.FindEnteredTicketEvent;
import encore.kernel.tickets.TicketEventsQuery.FindEnteredTicketEvents;
import encore.kernel.tickets.TicketEventsQuery.FindTicketEvent;
import encore.kernel.tickets.TicketEventsQuery.ListTicketEvents;
import encore.kernel.tickets.TicketsQuery.FindTicketedEvents;
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
class NamedTicketEvents implements QueryComponent {

    private final QueryGateway questions;

    NamedTicketEvents(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    List<TicketEvent> find(ListTicketEvents query) {
        Set<String> ticketed =
                query.ticketlessOnly() ? Set.copyOf(questions.ask(new FindTicketedEvents(query.account()))) : Set.of();
        return named(
                query.account(),
                questions.ask(new FindEnteredTicketEvents(query.account(), query.wanted())).stream()
                        .filter(event -> !ticketed.contains(event.eventUid()))
                        .toList());
    }

    @QueryHandler
    TicketEvent find(FindTicketEvent query) {
        return named(
                        query.account(),
                        List.of(questions.ask(new FindEnteredTicketEvent(query.account(), query.eventUid()))))
                .getFirst();
    }

    private List<TicketEvent> named(long account, List<TicketEvent> events) {
        List<String> linked = events.stream()
                .map(event -> event.details().performanceUid())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        if (linked.isEmpty()) {
            return events;
        }
        Map<String, String> names = new HashMap<>();
        questions
                .ask(new FindEnteredPerformances(account, linked))
                .forEach(one -> names.put(
                        one.performanceUid(), String.valueOf(one.details().performanceName())));
        return events.stream()
                .map(event -> event.details().performanceUid() == null
                        ? event
                        : event.called(names.get(event.details().performanceUid())))
                .toList();
    }
}
