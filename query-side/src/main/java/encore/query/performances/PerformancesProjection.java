package encore.query.performances;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceEvent.PerformanceAdded;
import encore.kernel.performances.PerformanceEvent.PerformanceChanged;
import encore.kernel.performances.PerformanceEvent.PerformancePictured;
import encore.kernel.performances.PerformanceEvent.PerformanceRemoved;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformancesAt;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.query.projection.Catalogue;
import encore.query.projection.Listed;
import encore.query.projection.Projection;
import java.util.List;
import java.util.UUID;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the performances of each account as they were entered. */
@Component
class PerformancesProjection implements Projection {

    private static final Catalogue<Entered> PERFORMANCES =
            Catalogue.of("performances", Entered.class, Index.on("account", "thing.details.venueUid", "position"));

    /** A performance with all its changes applied. */
    record Entered(
            String performanceUid,
            PerformanceDetails details,
            @Nullable UUID mediaUid) {

        Entered after(PerformanceChanged event) {
            return new Entered(performanceUid, event.patch().on(details), mediaUid);
        }

        Entered pictured(PerformancePictured event) {
            return new Entered(performanceUid, details, event.mediaUid());
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("performances", List.of(PERFORMANCES.collection()));
    }

    @EventHandler
    void on(PerformanceAdded event, Recorded recorded, Documents.Batch documents) {
        PerformanceId id = event.performance();
        PERFORMANCES.add(id, new Entered(id.uid(), event.details(), null), recorded, documents);
    }

    @EventHandler
    void on(PerformanceChanged event, Recorded recorded, Documents.Batch documents) {
        PERFORMANCES.change(event.performance(), performance -> performance.after(event), recorded, documents);
    }

    @EventHandler
    void on(PerformancePictured event, Recorded recorded, Documents.Batch documents) {
        PERFORMANCES.change(event.performance(), performance -> performance.pictured(event), recorded, documents);
    }

    @EventHandler
    void on(PerformanceRemoved event, Documents.Batch documents) {
        PERFORMANCES.remove(event.performance(), documents);
    }

    @QueryHandler
    Page<Performance> find(ListEnteredPerformances query, Documents documents) {
        return PERFORMANCES.page(query.account(), query.paging(), documents).map(PerformancesProjection::shown);
    }

    @QueryHandler
    List<Performance> find(FindEnteredPerformances query, Documents documents) {
        List<PerformanceId> ids = query.performanceUids().stream()
                .map(uid -> new PerformanceId(query.account(), uid))
                .toList();
        return PERFORMANCES.some(ids, documents).stream()
                .map(PerformancesProjection::shown)
                .toList();
    }

    @QueryHandler
    List<String> find(FindPerformancesAt query, Documents documents) {
        return query.venueUids().stream()
                .map(venue -> Where.all(
                        Where.equal("account", query.account()), Where.equal("thing.details.venueUid", venue)))
                .flatMap(there -> PERFORMANCES.where(there, documents))
                .map(performance -> performance.thing().performanceUid())
                .toList();
    }

    private static Performance shown(Listed<Entered> listed) {
        Entered performance = listed.thing();
        return Performance.entered(
                new PerformanceId(listed.account(), performance.performanceUid()),
                listed.createdAt(),
                performance.details(),
                performance.mediaUid());
    }
}
