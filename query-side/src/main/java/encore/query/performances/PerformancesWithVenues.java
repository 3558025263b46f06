package encore.query.performances;

import encore.kernel.Refusal;
import encore.kernel.idols.IdolsQuery.FindKnownIdols;
import encore.kernel.idols.KnownIdols;
import encore.kernel.paging.Page;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformance;
import encore.kernel.performances.PerformanceQuery.FindPerformances;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
import encore.kernel.venues.Place;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins performances with their venues and ticket events, and with whether their artist is an idol. */
@Component
class PerformancesWithVenues implements QueryComponent {

    private final QueryGateway queryGateway;

    PerformancesWithVenues(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<Performance> find(ListPerformances query) {
        Page<Performance> page = queryGateway.ask(new ListEnteredPerformances(query.account(), query.paging()));
        return page.map(joining(query.account(), page.rows()));
    }

    @QueryHandler
    Performance find(FindPerformance query) {
        return some(query.account(), List.of(query.performanceUid())).stream()
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("There is no such performance."));
    }

    @QueryHandler
    List<Performance> find(FindPerformances query) {
        return some(query.account(), query.performanceUids());
    }

    private List<Performance> some(long account, List<String> uids) {
        List<Performance> entered = queryGateway.ask(new FindEnteredPerformances(account, uids));
        return entered.stream().map(joining(account, entered)).toList();
    }

    private Function<Performance, Performance> joining(long account, List<Performance> entered) {
        List<String> venues = entered.stream()
                .map(performance -> performance.details().venueUid())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        Map<String, Venue> venuesByUid = queryGateway.ask(new FindVenues(account, venues)).stream()
                .collect(Collectors.toMap(Venue::venueUid, Function.identity()));
        KnownIdols idols = queryGateway.ask(FindKnownIdols.ofNames(
                account,
                entered.stream().map(performance -> performance.details().artistName())));
        Map<String, List<TicketEvent>> tickets = queryGateway
                .ask(new FindConnectedTicketEvents(
                        account,
                        entered.stream().map(Performance::performanceUid).toList()))
                .stream()
                .collect(Collectors.groupingBy(
                        event -> Objects.requireNonNull(event.details().performanceUid())));
        return performance -> performance.withJoins(
                Place.of(venuesByUid.get(performance.details().venueUid())),
                idols.contains(performance.details().artistName()),
                tickets.getOrDefault(performance.performanceUid(), List.of()));
    }
}
