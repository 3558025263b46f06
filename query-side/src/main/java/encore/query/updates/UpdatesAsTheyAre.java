package encore.query.updates;

import static encore.kernel.updates.UpdateKind.IDOL;
import static encore.kernel.updates.UpdateKind.IDOL_EVENT;
import static encore.kernel.updates.UpdateKind.PERFORMANCE;
import static encore.kernel.updates.UpdateKind.TICKETS;
import static encore.kernel.updates.UpdateKind.VENUE;

import encore.kernel.idols.EnteredIdolEvent;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolEvent;
import encore.kernel.idols.IdolEventCriteria;
import encore.kernel.idols.IdolEventStart;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventStarts;
import encore.kernel.idols.IdolEventsQuery.FindIdolEvents;
import encore.kernel.idols.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformancesAt;
import encore.kernel.updates.ChangedThings;
import encore.kernel.updates.Changes;
import encore.kernel.updates.UpdateKind;
import encore.kernel.updates.Updates;
import encore.kernel.updates.UpdatesQuery.FindChangedThings;
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
class UpdatesAsTheyAre implements QueryComponent {

    private final QueryGateway questions;
    private final NextSecond nextSecond;

    UpdatesAsTheyAre(QueryGateway questions, NextSecond nextSecond) {
        this.questions = questions;
        this.nextSecond = nextSecond;
    }

    @QueryHandler
    Updates find(FindUpdates query) {
        Instant next = nextSecond.at(query.now());
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
        ChangedThings venues = changed(query, VENUE);
        return Stream.concat(venues.changed().stream(), venues.removed().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private ChangedThings changed(FindUpdates query, UpdateKind kind) {
        return questions.ask(new FindChangedThings(query.account(), kind, query.since()));
    }

    private Changes<Performance> performances(FindUpdates query, Set<String> venues, List<String> ticketed) {
        ChangedThings changed = changed(query, PERFORMANCE);
        List<String> there = venues.isEmpty()
                ? List.of()
                : questions.ask(new FindPerformancesAt(query.account(), List.copyOf(venues)));
        return new Changes<>(
                questions.ask(new FindPerformances(query.account(), all(changed, there, ticketed))), changed.removed());
    }

    private Changes<Idol> idols(FindUpdates query) {
        ChangedThings changed = changed(query, IDOL);
        return new Changes<>(questions.ask(new FindSomeIdols(query.account(), changed.changed())), changed.removed());
    }

    private Changes<IdolEvent> idolEvents(FindUpdates query, Set<String> venues, List<String> ticketed) {
        ChangedThings changed = changed(query, IDOL_EVENT);
        List<IdolEventStart> there = venues.isEmpty()
                ? List.of()
                : questions.ask(new FindIdolEventStarts(query.account(), IdolEventCriteria.ALL, venues, null));
        List<EnteredIdolEvent> sold = ticketed.isEmpty()
                ? List.of()
                : questions.ask(new FindIdolEventsOfPerformances(query.account(), ticketed));
        List<String> uids = all(
                changed,
                there.stream().map(IdolEventStart::uid).toList(),
                sold.stream().map(EnteredIdolEvent::uid).toList());
        return new Changes<>(
                questions.ask(new FindIdolEvents(query.account(), uids)).stream()
                        .map(IdolEvent.Managed::event)
                        .toList(),
                changed.removed());
    }

    private static List<String> all(ChangedThings changed, List<String> there, List<String> ticketed) {
        return Stream.of(changed.changed(), there, ticketed)
                .flatMap(List::stream)
                .distinct()
                .toList();
    }
}
