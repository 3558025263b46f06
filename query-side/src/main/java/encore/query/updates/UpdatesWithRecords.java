package encore.query.updates;

import static encore.kernel.updates.UpdateKind.IDOL;
import static encore.kernel.updates.UpdateKind.IDOL_EVENT;
import static encore.kernel.updates.UpdateKind.IDOL_NAME;
import static encore.kernel.updates.UpdateKind.PERFORMANCE;
import static encore.kernel.updates.UpdateKind.TICKETS;
import static encore.kernel.updates.UpdateKind.VENUE;

import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idolevents.IdolEventCriteria;
import encore.kernel.idolevents.IdolEventStart;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformancesAt;
import encore.kernel.performances.PerformanceQuery.FindPerformancesOf;
import encore.kernel.updates.ChangedUids;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.UpdatedRecords;
import encore.kernel.updates.Updates;
import encore.kernel.updates.UpdatesQuery.FindChangedUids;
import encore.kernel.updates.UpdatesQuery.FindUpdates;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Joins recent changes with the present records. The time of the next call is computed before any record is read, so
 * that a record that does not have its change yet is answered again by the next call.
 */
@Component
class UpdatesWithRecords implements QueryComponent {

    private final QueryGateway queryGateway;
    private final NextUpdateTime nextUpdateTime;

    UpdatesWithRecords(QueryGateway queryGateway, NextUpdateTime nextUpdateTime) {
        this.queryGateway = queryGateway;
        this.nextUpdateTime = nextUpdateTime;
    }

    @QueryHandler
    Updates find(FindUpdates query) {
        Instant next = nextUpdateTime.at(query.now());
        boolean idolsAlone = query.kinds().equals(Set.of(IDOL));
        Set<String> venues = idolsAlone ? Set.of() : venues(query);
        List<String> ticketed = idolsAlone ? List.of() : changed(query, TICKETS).changed();
        return new Updates(
                query.kinds().contains(PERFORMANCE) ? performances(query, venues, ticketed) : null,
                query.kinds().contains(IDOL) ? idols(query) : null,
                query.kinds().contains(IDOL_EVENT) ? idolEvents(query, venues, ticketed) : null,
                next);
    }

    private Set<String> venues(FindUpdates query) {
        ChangedUids venues = changed(query, VENUE);
        return Stream.concat(venues.changed().stream(), venues.removed().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private ChangedUids changed(FindUpdates query, UpdateKind kind) {
        return queryGateway.ask(new FindChangedUids(query.account(), kind, query.since()));
    }

    private UpdatedRecords<Performance> performances(FindUpdates query, Set<String> venues, List<String> ticketed) {
        ChangedUids changed = changed(query, PERFORMANCE);
        List<String> atVenues = venues.isEmpty()
                ? List.of()
                : queryGateway.ask(new FindPerformancesAt(query.account(), List.copyOf(venues)));
        List<String> names = changed(query, IDOL_NAME).changed();
        List<String> ofIdols =
                names.isEmpty() ? List.of() : queryGateway.ask(new FindPerformancesOf(query.account(), names));
        return new UpdatedRecords<>(
                queryGateway.ask(new FindPerformances(query.account(), all(changed, atVenues, ticketed, ofIdols))),
                changed.removed());
    }

    private UpdatedRecords<Idol> idols(FindUpdates query) {
        ChangedUids changed = changed(query, IDOL);
        return new UpdatedRecords<>(
                queryGateway.ask(new FindSomeIdols(query.account(), changed.changed())), changed.removed());
    }

    private UpdatedRecords<IdolEvent> idolEvents(FindUpdates query, Set<String> venues, List<String> ticketed) {
        ChangedUids changed = changed(query, IDOL_EVENT);
        List<IdolEventStart> atVenues = venues.isEmpty()
                ? List.of()
                : queryGateway.ask(new FindIdolEventStarts(query.account(), IdolEventCriteria.ALL, venues, null));
        List<EnteredIdolEvent> withTickets = ticketed.isEmpty()
                ? List.of()
                : queryGateway.ask(new FindIdolEventsOfPerformances(query.account(), ticketed));
        List<String> uids = all(
                changed,
                atVenues.stream().map(IdolEventStart::uid).toList(),
                withTickets.stream().map(EnteredIdolEvent::uid).toList());
        return new UpdatedRecords<>(
                queryGateway.ask(new FindIdolEvents(query.account(), uids)).stream()
                        .map(IdolEvent.Managed::event)
                        .toList(),
                changed.removed());
    }

    @SafeVarargs
    private static List<String> all(ChangedUids changed, List<String>... because) {
        return Stream.concat(changed.changed().stream(), Stream.of(because).flatMap(List::stream))
                .distinct()
                .toList();
    }
}
