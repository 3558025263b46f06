package encore.query.idols;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Event;
import encore.kernel.NameKey;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolOfEvent;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfile;
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
import encore.query.projection.Catalogue;
import encore.query.projection.Keyset;
import encore.query.projection.Listed;
import encore.query.projection.Projection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final Catalogue<Stored> IDOLS = Catalogue.of(
            "idols", Stored.class, Index.on("account", "thing.nameKey"), Index.text("thing.profile.idolName"));
    private static final Collection<Deleted> DELETED = Collection.of("deleted", Deleted.class);

    private volatile Map<IdolId, IdolOfEvent> memory = new ConcurrentHashMap<>();

    /** @param nameKey the name, normalized for comparison */
    record Stored(String uid, String nameKey, IdolProfile profile, IdolPresentation presentation) {

        static Stored of(IdolId idol, IdolProfile profile, IdolPresentation presentation) {
            String name = profile.idolName();
            return new Stored(idol.uid(), name == null ? "" : NameKey.of(name).text(), profile, presentation);
        }
    }

    /** The rest of a deleted idol. */
    record Deleted(long account) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("idols", List.of(IDOLS.collection(), DELETED));
    }

    @EventHandler
    void on(IdolAdded event, Recorded recorded, Documents.Batch documents) {
        var idol = Stored.of(event.idol(), event.profile(), IdolPresentation.EMPTY);
        IDOLS.add(event.idol(), idol, recorded, documents);
    }

    @EventHandler
    void on(IdolChanged event, Recorded recorded, Documents.Batch documents) {
        IDOLS.change(
                event.idol(),
                idol -> Stored.of(event.idol(), event.profile(), idol.presentation()),
                recorded,
                documents);
    }

    @EventHandler
    void on(IdolPresented event, Recorded recorded, Documents.Batch documents) {
        IDOLS.change(
                event.idol(),
                idol -> Stored.of(event.idol(), idol.profile(), event.presentation()),
                recorded,
                documents);
    }

    @EventHandler
    void on(IdolRemoved event, Documents.Batch documents) {
        IDOLS.remove(event.idol(), documents);
        documents.put(DELETED, event.idol().toString(), new Deleted(event.idol().account()));
    }

    /** Loads into a new map, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        Map<IdolId, IdolOfEvent> loaded = new ConcurrentHashMap<>();
        Keyset.byKey(IDOLS.collection()).all(documents, Where.all()).forEach(listed -> {
            Stored idol = listed.thing();
            var id = new IdolId(listed.account(), idol.uid());
            loaded.put(id, ofEvent(id, idol.profile().idolName(), idol.presentation()));
        });
        memory = loaded;
    }

    @Override
    public void applied(List<Recorded> events) {
        events.forEach(recorded -> remember(recorded.event()));
    }

    private void remember(Event event) {
        switch (event) {
            case IdolAdded added ->
                memory.put(added.idol(), ofEvent(added.idol(), added.profile().idolName(), IdolPresentation.EMPTY));
            case IdolChanged changed ->
                memory.computeIfPresent(
                        changed.idol(),
                        (id, idol) -> new IdolOfEvent(
                                id.uid(), changed.profile().idolName(), idol.mediaUid(), idol.imageUrl()));
            case IdolPresented presented ->
                memory.computeIfPresent(
                        presented.idol(), (id, idol) -> ofEvent(id, idol.idolName(), presented.presentation()));
            case IdolRemoved removed -> memory.remove(removed.idol());
            default -> {}
        }
    }

    private static IdolOfEvent ofEvent(IdolId idol, @Nullable String name, IdolPresentation presentation) {
        return new IdolOfEvent(idol.uid(), name, presentation.mediaUid(), presentation.imageUrl());
    }

    @QueryHandler
    List<IdolOfEvent> find(FindIdolsOfEvents query) {
        return query.idolUids().stream()
                .map(uid -> memory.get(new IdolId(query.account(), uid)))
                .filter(Objects::nonNull)
                .toList();
    }

    @QueryHandler
    Page<Idol.Managed> find(SearchIdols query, Documents documents) {
        Where ours = Where.equal("account", query.account());
        Where wanted = query.name() == null ? ours : Where.all(ours, new Where.Contains(query.name()));
        return IDOLS.page(wanted, idol -> isLabelled(idol.thing(), query), query.paging(), documents)
                .map(IdolsProjection::managed);
    }

    private static boolean isLabelled(Stored idol, SearchIdols query) {
        return query.label() == null
                || Objects.requireNonNull(idol.profile().labelNames()).contains(query.label());
    }

    @QueryHandler
    Idol.Managed find(FindIdol query, Documents documents) {
        return managed(IDOLS.one(new IdolId(query.account(), query.idolUid()), documents));
    }

    @QueryHandler
    List<Idol> find(FindSomeIdols query, Documents documents) {
        List<IdolId> ids = query.idolUids().stream()
                .map(uid -> new IdolId(query.account(), uid))
                .toList();
        return IDOLS.some(ids, documents).stream().map(IdolsProjection::shown).toList();
    }

    @QueryHandler
    KnownIdols find(FindKnownIdols query, Documents documents) {
        return new KnownIdols(query.nameKeys().stream()
                .filter(key -> documents.count(IDOLS.collection(), called(query.account(), key), 1) > 0)
                .collect(Collectors.toUnmodifiableSet()));
    }

    private static Where called(long account, String nameKey) {
        return Where.all(Where.equal("account", account), Where.equal("thing.nameKey", nameKey));
    }

    @QueryHandler
    List<String> find(FindIdolsCalled query, Documents documents) {
        Where wanted = Where.all(Where.equal("account", query.account()), new Where.Contains(query.words()));
        return IDOLS.names(wanted, documents).stream()
                .map(name -> IdolId.parse(name).uid())
                .toList();
    }

    @QueryHandler
    IdolUid find(RequireIdol query, Documents documents) {
        var idol = new IdolId(query.account(), query.idolUid());
        if (IDOLS.get(idol, documents) == null && documents.get(DELETED, idol.toString()) == null) {
            throw new Refusal(
                    Refusal.Kind.RULE, "unknown-id", query.parameter(), "There is no such " + query.parameter() + ".");
        }
        return new IdolUid(query.idolUid());
    }

    private static Idol.Managed managed(Listed<Stored> idol) {
        IdolProfile profile = idol.thing().profile();
        return new Idol.Managed(shown(idol), profile.artistId(), profile.discoveryId());
    }

    private static Idol shown(Listed<Stored> idol) {
        return Idol.of(
                idol.thing().uid(),
                idol.createdAt(),
                idol.thing().profile(),
                idol.thing().presentation());
    }
}
