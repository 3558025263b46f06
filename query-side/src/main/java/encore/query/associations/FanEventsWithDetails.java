package encore.query.associations;

import static encore.kernel.associations.AssociationKind.IDOL_EVENT;
import static encore.kernel.associations.AssociationKind.PERFORMANCE;

import encore.kernel.associations.Association;
import encore.kernel.associations.AssociationKind;
import encore.kernel.associations.AssociationQuery.FindAssociations;
import encore.kernel.associations.AssociationQuery.FindFanEvents;
import encore.kernel.associations.FanEvents;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.idolevents.EnteredIdolEvent;
import encore.kernel.idolevents.IdolEventsQuery.FindEnteredIdolEvents;
import encore.kernel.idolevents.IdolEventsQuery.FindIdolEventsOfPerformances;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Joins the associations of a fan with performances, idol events and idols. Associations with removed ones are left
 * out.
 */
@Component
class FanEventsWithDetails implements QueryComponent {

    private final QueryGateway queryGateway;

    FanEventsWithDetails(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    FanEvents find(FindFanEvents query) {
        queryGateway.ask(RequireFan.known(query.account(), query.fanId()));
        if (query.idolUid() != null) {
            queryGateway.ask(new RequireIdol(query.account(), query.idolUid(), "idol_uid"));
        }
        List<Association> all = queryGateway.ask(new FindAssociations(query.account(), query.fanId()));
        return new FanEvents(idolEvents(query, of(IDOL_EVENT, all)), performances(query, of(PERFORMANCE, all)));
    }

    private static List<Association> of(AssociationKind kind, List<Association> all) {
        return all.stream().filter(one -> one.kind() == kind).toList();
    }

    private List<FanEvents.FanIdolEvent> idolEvents(FindFanEvents query, List<Association> saved) {
        List<EnteredIdolEvent> existing = queryGateway.ask(new FindEnteredIdolEvents(query.account(), uids(saved)));
        Map<String, EnteredIdolEvent> wanted =
                matching(query, existing).collect(Collectors.toMap(EnteredIdolEvent::uid, Function.identity()));
        return saved.stream()
                .filter(one -> wanted.containsKey(one.uid()))
                .map(one -> toFanEvent(one, Objects.requireNonNull(wanted.get(one.uid()))))
                .toList();
    }

    private static FanEvents.FanIdolEvent toFanEvent(Association one, EnteredIdolEvent event) {
        return new FanEvents.FanIdolEvent(
                one.uid(),
                event.details().performanceUid(),
                one.creationTimestamp(),
                one.states(),
                Boolean.TRUE.equals(event.details().showOnPreviousDay()),
                event.details().displayDate());
    }

    private List<FanEvents.FanPerformance> performances(FindFanEvents query, List<Association> saved) {
        Set<String> wanted = isFiltered(query)
                ? matching(query, queryGateway.ask(new FindIdolEventsOfPerformances(query.account(), uids(saved))))
                        .map(event -> Objects.requireNonNull(event.details().performanceUid()))
                        .collect(Collectors.toSet())
                : Set.copyOf(uids(saved));
        Set<String> existing =
                queryGateway.ask(new FindEnteredPerformances(query.account(), List.copyOf(wanted))).stream()
                        .map(Performance::performanceUid)
                        .collect(Collectors.toSet());
        return saved.stream()
                .filter(one -> existing.contains(one.uid()))
                .map(one -> new FanEvents.FanPerformance(one.uid(), one.creationTimestamp(), one.states()))
                .toList();
    }

    private static boolean isFiltered(FindFanEvents query) {
        return query.idolUid() != null || query.idolLabel() != null;
    }

    /** Returns the events whose idol meets the criteria of the query. */
    private Stream<EnteredIdolEvent> matching(FindFanEvents query, List<EnteredIdolEvent> events) {
        Stream<EnteredIdolEvent> ofIdol = events.stream()
                .filter(event -> query.idolUid() == null
                        || query.idolUid().equals(event.details().idolUid()));
        if (query.idolLabel() == null) {
            return ofIdol;
        }
        Set<String> labelled = idolsWithLabel(query, events);
        return ofIdol.filter(event ->
                labelled.contains(Objects.requireNonNull(event.details().idolUid())));
    }

    private Set<String> idolsWithLabel(FindFanEvents query, List<EnteredIdolEvent> events) {
        List<String> idols = events.stream()
                .map(event -> Objects.requireNonNull(event.details().idolUid()))
                .distinct()
                .toList();
        return queryGateway.ask(new FindSomeIdols(query.account(), idols)).stream()
                .filter(idol -> idol.idolLabels().contains(Objects.requireNonNull(query.idolLabel())))
                .map(Idol::idolUid)
                .collect(Collectors.toSet());
    }

    private static List<String> uids(List<Association> saved) {
        return saved.stream().map(Association::uid).distinct().toList();
    }
}
