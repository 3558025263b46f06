package encore.query.idolevents;

import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idolevents.IdolEventsQuery.IdolsAndVenues;
import encore.kernel.idolevents.IdolEventsQuery.ListIdolEvents;
import encore.kernel.idols.IdolsQuery.FindIdolsCalled;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.time.LocalDay;
import encore.kernel.venues.Venue;
import encore.kernel.venues.VenueQuery.FindVenues;
import encore.kernel.venues.VenueQuery.FindVenuesNamed;
import encore.kernel.venues.VenueQuery.SearchVenues;
import encore.query.memory.DeadlineSteps;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds idol events and sorts them by begin. An event without a time zone uses the zone of its venue, so no index can
 * have this order: a corrected zone of a venue moves all events there.
 */
@Component
class IdolEventsByStart implements QueryComponent {

    private final QueryGateway queryGateway;

    IdolEventsByStart(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<String> find(ListIdolEvents query) {
        long account = query.account();
        IdolEventCriteria criteria = query.criteria();
        if (criteria.idolUid() != null) {
            queryGateway.ask(new RequireIdol(account, criteria.idolUid(), "idol_uid"));
        }
        List<IdolEventStart> found = queryGateway.ask(new FindIdolEventStarts(
                account,
                criteria,
                venuesNamed(account, criteria.venueName()),
                matchingNames(account, criteria.words())));
        if (found.isEmpty() && criteria.performanceUid() != null) {
            queryGateway.ask(new RequirePerformance(account, criteria.performanceUid()));
        }
        Map<String, ZoneId> zones = zones(account, found);
        DeadlineSteps steps = new DeadlineSteps();
        return found.stream()
                .peek(start -> steps.step())
                .map(start -> new TimedIdolEvent(start.uid(), begins(start, zones), start.position()))
                .sorted(Comparator.comparing(TimedIdolEvent::begins).thenComparing(TimedIdolEvent::position))
                .map(TimedIdolEvent::uid)
                .toList();
    }

    private record TimedIdolEvent(String uid, Instant begins, long position) {}

    private @Nullable Set<String> venuesNamed(long account, @Nullable String venueName) {
        return venueName == null ? null : Set.copyOf(queryGateway.ask(new FindVenuesNamed(account, venueName)));
    }

    private @Nullable IdolsAndVenues matchingNames(long account, @Nullable String words) {
        return words == null
                ? null
                : new IdolsAndVenues(
                        Set.copyOf(queryGateway.ask(new FindIdolsCalled(account, words))),
                        Set.copyOf(queryGateway.ask(new SearchVenues(account, words))));
    }

    private Map<String, ZoneId> zones(long account, List<IdolEventStart> found) {
        List<String> venues = found.stream()
                .filter(start -> start.timezone() == null)
                .map(IdolEventStart::venueUid)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return queryGateway.ask(new FindVenues(account, venues)).stream()
                .filter(venue -> venue.timezone() != null)
                .collect(Collectors.toMap(Venue::venueUid, venue -> Objects.requireNonNull(venue.timezone())));
    }

    private static Instant begins(IdolEventStart start, Map<String, ZoneId> zones) {
        ZoneId zone = start.timezone();
        if (zone == null) {
            zone = start.venueUid() == null ? null : zones.get(start.venueUid());
        }
        return LocalDay.instant(start.begins(), zone == null ? ZoneOffset.UTC : zone);
    }
}
