package encore.query.idolevents;

import encore.kernel.Refusal;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idolevents.IdolEventDetails;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEventPage;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventPage;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idols.IdolSummary;
import encore.kernel.idols.IdolsQuery.FindIdolsOfEvents;
import encore.kernel.paging.Page;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindConnectedTicketEvents;
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
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins idol events with their idols, venues, performances and ticket events as they are now. */
@Component
class IdolEventsWithNames implements QueryComponent {

    private final QueryGateway queryGateway;

    IdolEventsWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    IdolEvent.Managed find(FindIdolEvent query) {
        return some(query.account(), List.of(query.idolEventUid())).stream()
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("There is no such idol event."));
    }

    @QueryHandler
    List<IdolEvent.Managed> find(FindIdolEvents query) {
        return some(query.account(), query.idolEventUids());
    }

    @QueryHandler
    Page<IdolEvent.Managed> find(FindIdolEventPage query) {
        Page<EnteredIdolEvent> page = queryGateway.ask(new FindEnteredIdolEventPage(query.account(), query.paging()));
        return page.withRows(joined(query.account(), page.rows()));
    }

    private List<IdolEvent.Managed> some(long account, List<String> uids) {
        return joined(account, queryGateway.ask(new FindEnteredIdolEvents(account, uids)));
    }

    private List<IdolEvent.Managed> joined(long account, List<EnteredIdolEvent> entered) {
        NamedThings namedThings = findNamedThings(
                account, entered.stream().map(EnteredIdolEvent::details).toList());
        return entered.stream().map(event -> namedThings.joined(account, event)).toList();
    }

    private NamedThings findNamedThings(long account, List<IdolEventDetails> events) {
        List<IdolSummary> idols =
                queryGateway.ask(new FindIdolsOfEvents(account, uids(events, IdolEventDetails::idolUid)));
        List<Venue> venues = queryGateway.ask(new FindVenues(account, uids(events, IdolEventDetails::venueUid)));
        List<String> uids = uids(events, IdolEventDetails::performanceUid);
        List<Performance> performances = queryGateway.ask(new FindEnteredPerformances(account, uids));
        Map<String, String> tickets = queryGateway.ask(new FindConnectedTicketEvents(account, uids)).stream()
                .filter(event -> !Boolean.TRUE.equals(event.details().isExcluded()))
                .collect(Collectors.toMap(
                        event -> Objects.requireNonNull(event.details().performanceUid()),
                        TicketEvent::eventUid,
                        (latest, before) -> latest));
        return new NamedThings(
                byUid(idols, IdolSummary::idolUid),
                byUid(venues, Venue::venueUid),
                byUid(performances, Performance::performanceUid),
                tickets);
    }

    private static List<String> uids(List<IdolEventDetails> events, Function<IdolEventDetails, @Nullable String> uid) {
        return events.stream()
                .<@Nullable String>map(uid::apply)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static <T> Map<String, T> byUid(List<T> found, Function<T, String> uid) {
        return found.stream().collect(Collectors.toMap(uid, Function.identity(), (one, same) -> one));
    }

    /** The idols, venues, performances and ticket events that some idol events refer to, by uid. */
    private record NamedThings(
            Map<String, IdolSummary> idols,
            Map<String, Venue> venues,
            Map<String, Performance> performances,
            Map<String, String> tickets) {

        IdolEvent.Managed joined(long account, EnteredIdolEvent entered) {
            IdolEventDetails details = entered.details();
            return IdolEvent.Managed.of(
                    account,
                    entered,
                    idols.get(Objects.requireNonNull(details.idolUid())),
                    details.venueUid() == null ? null : venues.get(details.venueUid()),
                    details.performanceUid() == null ? null : performances.get(details.performanceUid()),
                    details.performanceUid() == null ? null : tickets.get(details.performanceUid()));
        }
    }
}
