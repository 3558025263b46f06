package encore.query.filters;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.codec.Json;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.fans.FanCriteria;
import encore.kernel.filters.FilterEvent.SearchFilterAdded;
import encore.kernel.filters.FilterEvent.SearchFilterChanged;
import encore.kernel.filters.FilterEvent.SearchFilterRemoved;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindKeptFilter;
import encore.kernel.filters.FilterQuery.FindKeptFilters;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import encore.kernel.filters.FilterQuery.FindManagedFilters;
import encore.kernel.filters.FilterQuery.FindNamedFilter;
import encore.kernel.filters.SearchFilter.Kept;
import encore.kernel.filters.SearchFilter.Managed;
import encore.query.projection.Catalogue;
import encore.query.projection.Listed;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the saved search filters of accounts. */
@Component
class FiltersProjection implements Projection {

    private static final Catalogue<Saved> FILTERS =
            Catalogue.of("filters", Saved.class, Index.on("account", "thing.claimed", "position"));

    /**
     * A search filter.
     *
     * @param claimed the name as it is compared
     * @param parameters the parameters as they were given, as JSON
     * @param criteria the {@link FanCriteria} that the parameters mean, as JSON
     */
    record Saved(
            String uid,
            String claimed,
            String name,
            @Nullable String group,
            String parameters,
            String criteria) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("filters", List.of(FILTERS.collection()));
    }

    @EventHandler
    void on(SearchFilterAdded event, Recorded recorded, Documents.Batch documents) {
        Saved saved = saved(event.filter(), event.names(), event.parameters(), event.criteria());
        if (saved != null) {
            FILTERS.add(event.filter(), saved, recorded, documents);
        }
    }

    @EventHandler
    void on(SearchFilterChanged event, Recorded recorded, Documents.Batch documents) {
        Saved saved = saved(event.filter(), event.names(), event.parameters(), event.criteria());
        if (saved != null) {
            FILTERS.change(event.filter(), before -> saved, recorded, documents);
        }
    }

    @EventHandler
    void on(SearchFilterRemoved event, Documents.Batch documents) {
        FILTERS.remove(event.filter(), documents);
    }

    /** Returns null for a filter that was removed since: its parameters can no longer be decrypted. */
    private static @Nullable Saved saved(
            FilterId filter, FilterNames names, @Nullable String parameters, @Nullable String criteria) {
        String name = names.filterName();
        return name == null || parameters == null || criteria == null
                ? null
                : new Saved(filter.uid(), FilterNames.claimed(name), name, names.groupName(), parameters, criteria);
    }

    @QueryHandler
    Page<Kept> find(FindKeptFilters query, Documents documents) {
        return FILTERS.page(query.account(), query.paging(), documents).map(FiltersProjection::kept);
    }

    @QueryHandler
    Page<Managed> find(FindManagedFilters query, Documents documents) {
        return FILTERS.page(query.account(), query.paging(), documents).map(FiltersProjection::shown);
    }

    @QueryHandler
    Kept find(FindKeptFilter query, Documents documents) {
        return kept(FILTERS.one(new FilterId(query.account(), query.filterUid()), documents));
    }

    @QueryHandler
    Managed find(FindManagedFilter query, Documents documents) {
        return shown(FILTERS.one(new FilterId(query.account(), query.filterUid()), documents));
    }

    @QueryHandler
    Kept find(FindNamedFilter query, Documents documents) {
        Where called = Where.all(
                Where.equal("account", query.account()),
                Where.equal("thing.claimed", FilterNames.claimed(query.filterName())));
        return FILTERS.where(called, documents)
                .findFirst()
                .map(FiltersProjection::kept)
                .orElseThrow(() -> new Refusal(
                        Refusal.Kind.RULE,
                        "unknown-filter",
                        "filter_name",
                        "The account has no search filter of this name."));
    }

    private static Kept kept(Listed<Saved> listed) {
        return new Kept(shown(listed), Json.mapper().readValue(listed.thing().criteria(), FanCriteria.class));
    }

    private static Managed shown(Listed<Saved> listed) {
        Saved saved = listed.thing();
        return new Managed(
                saved.uid(),
                saved.name(),
                saved.group(),
                listed.createdAt(),
                Json.mapper().readTree(saved.parameters()));
    }
}
