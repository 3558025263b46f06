package encore.query.idols;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.NameKey;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolSummary;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.idols.IdolsQuery.FindIdol;
import encore.kernel.idols.IdolsQuery.FindIdolsCalled;
import encore.kernel.idols.IdolsQuery.FindIdolsOfEvents;
import encore.kernel.idols.IdolsQuery.FindKnownIdols;
import encore.kernel.idols.IdolsQuery.FindSomeIdols;
import encore.kernel.idols.IdolsQuery.RequireIdol;
import encore.kernel.idols.IdolsQuery.SearchIdols;
import encore.kernel.idols.KnownIdols;
import encore.kernel.paging.Page;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the idols of each account, and a tombstone of each deleted one. The fields that idol events show are in
 * memory.
 */
@Component
class IdolsProjection implements Projection.InMemory {

    private static final Catalogue<StoredIdol> IDOLS = Catalogue.of(
                    "idols",
                    StoredIdol.class,
                    Index.on("account", "thing.nameKey"),
                    Index.text("thing.profile.idolName"))
            .foundByName(IdolId.class);
    private static final Collection<IdolTombstone> DELETED = Collection.of("deleted", IdolTombstone.class);

    private volatile Map<IdolId, IdolSummary> memory = new ConcurrentHashMap<>();

    /** @param nameKey the name, normalized for comparison */
    record StoredIdol(String uid, String nameKey, IdolProfile profile, IdolPresentation presentation) {

        static StoredIdol of(IdolId idol, IdolProfile profile, IdolPresentation presentation) {
            String name = profile.idolName();
            return new StoredIdol(
                    idol.uid(), name == null ? "" : NameKey.compared(name).text(), profile, presentation);
        }
    }

    /** The rest of a deleted idol. */
    record IdolTombstone(long account) {}

    /** Revision 2 replaces files in which names were compared with some of the space around them. */
    @Override
    public int revision() {
        return 2;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("idols", List.of(IDOLS.collection(), DELETED));
    }

    @EventHandler
    void on(IdolAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var idol = StoredIdol.of(event.idol(), event.profile(), IdolPresentation.EMPTY);
        IDOLS.add(event.idol(), idol, recordedEvent, documents);
    }

    @EventHandler
    void on(IdolChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        IDOLS.change(
                event.idol(),
                idol -> StoredIdol.of(event.idol(), event.profile(), idol.presentation()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(IdolPresented event, RecordedEvent recordedEvent, Documents.Batch documents) {
        IDOLS.change(
                event.idol(),
                idol -> StoredIdol.of(event.idol(), idol.profile(), event.presentation()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(IdolRemoved event, Documents.Batch documents) {
        IDOLS.remove(event.idol(), documents);
        documents.put(
                DELETED, event.idol().toString(), new IdolTombstone(event.idol().account()));
    }

    /** Loads into a new map, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        Map<IdolId, IdolSummary> loaded = new ConcurrentHashMap<>();
        Keyset.byKey(IDOLS.collection()).all(documents, Where.all()).forEach(catalogueEntry -> {
            StoredIdol idol = catalogueEntry.thing();
            var id = new IdolId(catalogueEntry.account(), idol.uid());
            loaded.put(id, ofEvent(id, idol.profile().idolName(), idol.presentation()));
        });
        memory = loaded;
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        events.forEach(recordedEvent -> remember(recordedEvent.event()));
    }

    private void remember(Event event) {
        switch (event) {
            case IdolAdded added ->
                memory.put(added.idol(), ofEvent(added.idol(), added.profile().idolName(), IdolPresentation.EMPTY));
            case IdolChanged changed ->
                memory.computeIfPresent(
                        changed.idol(),
                        (id, idol) -> new IdolSummary(
                                id.uid(), changed.profile().idolName(), idol.mediaUid(), idol.imageUrl()));
            case IdolPresented presented ->
                memory.computeIfPresent(
                        presented.idol(), (id, idol) -> ofEvent(id, idol.idolName(), presented.presentation()));
            case IdolRemoved removed -> memory.remove(removed.idol());
            default -> {}
        }
    }

    private static IdolSummary ofEvent(IdolId idol, @Nullable String name, IdolPresentation presentation) {
        return new IdolSummary(idol.uid(), name, presentation.mediaUid(), presentation.imageUrl());
    }

    @QueryHandler
    List<IdolSummary> find(FindIdolsOfEvents query) {
        return query.idolUids().stream()
                .map(uid -> memory.get(new IdolId(query.account(), uid)))
                .filter(Objects::nonNull)
                .toList();
    }

    @QueryHandler
    Page<Idol.Managed> find(SearchIdols query, Documents documents) {
        Predicate<CatalogueEntry<StoredIdol>> isShown = idol -> isLabelled(idol.thing(), query);
        Page<CatalogueEntry<StoredIdol>> page = query.name() == null
                ? IDOLS.page(query.account(), isShown, query.paging(), documents)
                : IDOLS.page(
                        Where.all(Where.equal("account", query.account()), new Where.Contains(query.name())),
                        isShown,
                        query.paging(),
                        documents);
        return page.map(IdolsProjection::toManaged);
    }

    private static boolean isLabelled(StoredIdol idol, SearchIdols query) {
        return query.label() == null
                || Objects.requireNonNull(idol.profile().labelNames()).contains(query.label());
    }

    @QueryHandler
    Idol.Managed find(FindIdol query, Documents documents) {
        return toManaged(IDOLS.one(new IdolId(query.account(), query.idolUid()), documents));
    }

    @QueryHandler
    List<Idol> find(FindSomeIdols query, Documents documents) {
        List<IdolId> ids = query.idolUids().stream()
                .map(uid -> new IdolId(query.account(), uid))
                .toList();
        return IDOLS.some(ids, documents).stream().map(IdolsProjection::toIdol).toList();
    }

    @QueryHandler
    KnownIdols find(FindKnownIdols query, Documents documents) {
        return new KnownIdols(query.nameKeys().stream()
                .filter(key -> documents.count(IDOLS.collection(), withNameKey(query.account(), key), 1) > 0)
                .collect(Collectors.toUnmodifiableSet()));
    }

    private static Where withNameKey(long account, String nameKey) {
        return Where.all(Where.equal("account", account), Where.equal("thing.nameKey", nameKey));
    }

    @QueryHandler
    List<String> find(FindIdolsCalled query, Documents documents) {
        Where condition = Where.all(Where.equal("account", query.account()), new Where.Contains(query.words()));
        return IDOLS.names(condition, documents).stream()
                .map(name -> StreamId.parse(IdolId.class, name).uid())
                .toList();
    }

    @QueryHandler
    IdolUid find(RequireIdol query, Documents documents) {
        var idol = new IdolId(query.account(), query.idolUid());
        if (IDOLS.get(idol, documents) == null && documents.get(DELETED, idol.toString()) == null) {
            throw Refusal.unknownId(query.parameter());
        }
        return new IdolUid(query.idolUid());
    }

    private static Idol.Managed toManaged(CatalogueEntry<StoredIdol> idol) {
        IdolProfile profile = idol.thing().profile();
        return new Idol.Managed(toIdol(idol), profile.artistId(), profile.discoveryId());
    }

    private static Idol toIdol(CatalogueEntry<StoredIdol> idol) {
        return Idol.of(
                idol.thing().uid(),
                idol.createdAt(),
                idol.thing().profile(),
                idol.thing().presentation());
    }
}
