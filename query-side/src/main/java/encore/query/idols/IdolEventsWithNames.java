package encore.query.idols;

import encore.kernel.Refusal;
import encore.kernel.idols.EnteredIdolEvent;
import encore.kernel.idols.IdolEvent;
import encore.kernel.idols.IdolEventDetails;
import encore.kernel.idols.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idols.IdolEventsQuery.FindIdolEvent;
import encore.kernel.idols.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idols.IdolOfEvent;
import encore.kernel.idols.IdolsQuery.FindIdolsOfEvents;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.tickets.TicketEvent;
import encore.kernel.tickets.TicketEventsQuery.FindConnectedTicketEvents;
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

    private final QueryGateway questions;

    IdolEventsWithNames(QueryGateway questions) {
        this.questions = questions;
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

    private List<IdolEvent.Managed> some(long account, List<String> uids) {
        List<EnteredIdolEvent> entered = questions.ask(new FindEnteredIdolEvents(account, uids));
        Named named =
                named(account, entered.stream().map(EnteredIdolEvent::details).toList());
        return entered.stream().map(event -> named.joined(account, event)).toList();
    }

    private Named named(long account, List<IdolEventDetails> events) {
        List<IdolOfEvent> idols =
                questions.ask(new FindIdolsOfEvents(account, uids(events, IdolEventDetails::idolUid)));
        List<Venue> venues = questions.ask(new FindVenues(account, uids(events, IdolEventDetails::venueUid)));
        List<String> uids = uids(events, IdolEventDetails::performanceUid);
        List<Performance> performances = questions.ask(new FindEnteredPerformances(account, uids));
        Map<String, String> tickets = questions.ask(new FindConnectedTicketEvents(account, uids)).stream()
                .filter(event -> !Boolean.TRUE.equals(event.details().isExcluded()))
                .collect(Collectors.toMap(
                        event -> Objects.requireNonNull(event.details().performanceUid()),
                        TicketEvent::eventUid,
                        (latest, before) -> latest));
        return new Named(
                byUid(idols, IdolOfEvent::idolUid),
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
    private record Named(
            Map<String, IdolOfEvent> idols,
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
