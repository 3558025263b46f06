package encore.query.performances;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.NameKey;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.performances.Performance;
import encore.kernel.performances.PerformanceDetails;
import encore.kernel.performances.PerformanceEvent.PerformanceAdded;
import encore.kernel.performances.PerformanceEvent.PerformanceChanged;
import encore.kernel.performances.PerformanceEvent.PerformancePictured;
import encore.kernel.performances.PerformanceEvent.PerformanceRemoved;
import encore.kernel.performances.PerformanceId;
import encore.kernel.performances.PerformanceQuery.FindDatedPerformances;
import encore.kernel.performances.PerformanceQuery.FindEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.FindPerformancesAt;
import encore.kernel.performances.PerformanceQuery.FindPerformancesOf;
import encore.kernel.performances.PerformanceQuery.ListEnteredPerformances;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.performances.PerformanceStatus;
import encore.kernel.performances.PerformanceUid;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the performances of each account as they were entered. */
@Component
class PerformancesProjection implements Projection {

    private static final int NAMES_PER_WALK = 500;

    /** The most performances that are looked at for their days: the ones that were added last. */
    private static final int MAX_LOOKED_AT = 500;

    private static final Catalogue<StoredPerformance> PERFORMANCES = Catalogue.of(
                    "performances",
                    StoredPerformance.class,
                    Index.on("account", "thing.details.venueUid", "position"),
                    Index.on("thing.artist", "account"))
            .foundByName(PerformanceId.class);

    /**
     * A performance with all its changes applied.
     *
     * @param artist the artist's name in the form of a {@link NameKey}
     */
    record StoredPerformance(
            String performanceUid,
            PerformanceDetails details,
            @Nullable UUID mediaUid,
            @Nullable String artist) {

        static StoredPerformance of(String performanceUid, PerformanceDetails details, @Nullable UUID mediaUid) {
            String name = details.artistName();
            return new StoredPerformance(
                    performanceUid,
                    details,
                    mediaUid,
                    name == null ? null : NameKey.compared(name).text());
        }

        StoredPerformance after(PerformanceChanged event) {
            return of(performanceUid, event.patch().applyTo(details), mediaUid);
        }

        StoredPerformance withPicture(PerformancePictured event) {
            return of(performanceUid, details, event.mediaUid());
        }
    }

    /** Revision 2 replaces files in which names of artists were compared with some of the space around them. */
    @Override
    public int revision() {
        return 2;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("performances", List.of(PERFORMANCES.collection()));
    }

    @EventHandler
    void on(PerformanceAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PerformanceId id = event.performance();
        PERFORMANCES.add(id, StoredPerformance.of(id.uid(), event.details(), null), recordedEvent, documents);
    }

    @EventHandler
    void on(PerformanceChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PERFORMANCES.change(event.performance(), performance -> performance.after(event), recordedEvent, documents);
    }

    @EventHandler
    void on(PerformancePictured event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PERFORMANCES.change(
                event.performance(), performance -> performance.withPicture(event), recordedEvent, documents);
    }

    @EventHandler
    void on(PerformanceRemoved event, Documents.Batch documents) {
        PERFORMANCES.remove(event.performance(), documents);
    }

    @QueryHandler
    Page<Performance> find(ListEnteredPerformances query, Documents documents) {
        return PERFORMANCES.page(query.account(), query.paging(), documents).map(PerformancesProjection::toPerformance);
    }

    @QueryHandler
    List<Performance> find(FindEnteredPerformances query, Documents documents) {
        List<PerformanceId> ids = query.performanceUids().stream()
                .map(uid -> new PerformanceId(query.account(), uid))
                .toList();
        return PERFORMANCES.some(ids, documents).stream()
                .map(PerformancesProjection::toPerformance)
                .toList();
    }

    @QueryHandler
    PerformanceUid find(RequirePerformance query, Documents documents) {
        if (PERFORMANCES.get(new PerformanceId(query.account(), query.performanceUid()), documents) == null) {
            throw Refusal.unknownId("performance_uid");
        }
        return new PerformanceUid(query.performanceUid());
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

    @QueryHandler
    List<String> find(FindPerformancesOf query, Documents documents) {
        List<String> names = query.artists();
        Where ofAccount = Where.equal("account", query.account());
        return IntStream.iterate(0, from -> from < names.size(), from -> from + NAMES_PER_WALK)
                .mapToObj(from -> names.subList(from, Math.min(names.size(), from + NAMES_PER_WALK)))
                .map(some -> new Where.In("thing.artist", some))
                .flatMap(some -> documents.findAll(PERFORMANCES.collection(), some, ofAccount).stream())
                .sorted(Comparator.comparingLong(CatalogueEntry::position))
                .map(performance -> performance.thing().performanceUid())
                .toList();
    }

    @QueryHandler
    List<Performance> find(FindDatedPerformances query, Documents documents) {
        Where ofAccount = Where.equal("account", query.account());
        return documents
                .find(PERFORMANCES.collection(), ofAccount, Order.descending("position"), null, MAX_LOOKED_AT)
                .stream()
                .map(row -> toPerformance(row.document()))
                .filter(performance -> isShownFrom(query.from(), performance.details()))
                .sorted(Comparator.comparing(
                        performance -> performance.details().performanceDate()))
                .limit(query.limit())
                .toList();
    }

    private static boolean isShownFrom(LocalDate from, PerformanceDetails details) {
        LocalDate day = details.performanceDate();
        return day != null && !day.isBefore(from) && details.status() != PerformanceStatus.ARCHIVED;
    }

    private static Performance toPerformance(CatalogueEntry<StoredPerformance> catalogueEntry) {
        StoredPerformance performance = catalogueEntry.thing();
        return Performance.entered(
                new PerformanceId(catalogueEntry.account(), performance.performanceUid()),
                catalogueEntry.createdAt(),
                performance.details(),
                performance.mediaUid());
    }
}
