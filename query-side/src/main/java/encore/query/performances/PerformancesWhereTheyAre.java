package encore.query.performances;

import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.idols.IdolsQuery.FindKnownIdols;
import encore.kernel.idols.KnownIdols;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformance;
import encore.kernel.performances.PerformanceQuery.FindPerformances;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.ListPerformances;
import encore.kernel.tickets.TicketEvent;
import encore.kernel.tickets.TicketEventsQuery.FindConnectedTicketEvents;
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
class PerformancesWhereTheyAre implements QueryComponent {

    private final QueryGateway questions;

    PerformancesWhereTheyAre(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    Page<Performance> find(ListPerformances query) {
        Page<Performance> page = questions.ask(new ListEnteredPerformances(query.account(), query.paging()));
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
        List<Performance> entered = questions.ask(new FindEnteredPerformances(account, uids));
        return entered.stream().map(joining(account, entered)).toList();
    }

    private Function<Performance, Performance> joining(long account, List<Performance> entered) {
        List<String> venues = entered.stream()
                .map(performance -> performance.details().venueUid())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        Map<String, Venue> there = questions.ask(new FindVenues(account, venues)).stream()
                .collect(Collectors.toMap(Venue::venueUid, Function.identity()));
        KnownIdols idols = questions.ask(FindKnownIdols.named(
                account,
                entered.stream().map(performance -> performance.details().artistName())));
        Map<String, List<TicketEvent>> tickets = questions
                .ask(new FindConnectedTicketEvents(
                        account,
                        entered.stream().map(Performance::performanceUid).toList()))
                .stream()
                .collect(Collectors.groupingBy(
                        event -> Objects.requireNonNull(event.details().performanceUid())));
        return performance -> performance.joined(
                Place.of(there.get(performance.details().venueUid())),
                idols.has(performance.details().artistName()),
                tickets.getOrDefault(performance.performanceUid(), List.of()));
    }
}
