package encore.query.filters;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.filters.FilterEvent.SearchFilterAdded;
import encore.kernel.filters.FilterEvent.SearchFilterChanged;
import encore.kernel.filters.FilterEvent.SearchFilterRemoved;
import encore.kernel.filters.FilterId;
import encore.kernel.filters.FilterNames;
import encore.kernel.filters.FilterQuery.FindManagedFilter;
import encore.kernel.filters.FilterQuery.FindManagedFilters;
import encore.kernel.filters.FilterQuery.FindNamedFilter;
import encore.kernel.filters.FilterQuery.FindParsedFilter;
import encore.kernel.filters.FilterQuery.FindParsedFilters;
import encore.kernel.filters.SearchFilter.Managed;
import encore.kernel.filters.SearchFilter.ParsedFilter;
import encore.kernel.paging.Page;
import encore.kernel.search.FanCriteria;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the saved search filters of accounts. */
@Component
class FiltersProjection implements Projection {

    private static final Catalogue<FilterDocument> FILTERS = Catalogue.of(
                    "filters", FilterDocument.class, Index.on("account", "thing.claimed", "position"))
            .foundByName(FilterId.class);

    /**
     * A search filter.
     *
     * @param claimed the name as it is compared
     * @param parameters the parameters as they were given, as JSON
     * @param criteria the {@link FanCriteria} that the parameters mean, as JSON
     */
    record FilterDocument(
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
    void on(SearchFilterAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FilterDocument filterDocument = toStored(event.filter(), event.names(), event.parameters(), event.criteria());
        if (filterDocument != null) {
            FILTERS.add(event.filter(), filterDocument, recordedEvent, documents);
        }
    }

    @EventHandler
    void on(SearchFilterChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FilterDocument filterDocument = toStored(event.filter(), event.names(), event.parameters(), event.criteria());
        if (filterDocument != null) {
            FILTERS.change(event.filter(), before -> filterDocument, recordedEvent, documents);
        }
    }

    @EventHandler
    void on(SearchFilterRemoved event, Documents.Batch documents) {
        FILTERS.remove(event.filter(), documents);
    }

    /** Returns null for a filter that was removed since: its parameters can no longer be decrypted. */
    private static @Nullable FilterDocument toStored(
            FilterId filter, FilterNames names, @Nullable String parameters, @Nullable String criteria) {
        String name = names.filterName();
        return name == null || parameters == null || criteria == null
                ? null
                : new FilterDocument(
                        filter.uid(), FilterNames.claimed(name), name, names.groupName(), parameters, criteria);
    }

    @QueryHandler
    Page<ParsedFilter> find(FindParsedFilters query, Documents documents) {
        return FILTERS.page(query.account(), query.paging(), documents).map(FiltersProjection::withCriteria);
    }

    @QueryHandler
    Page<Managed> find(FindManagedFilters query, Documents documents) {
        return FILTERS.page(query.account(), query.paging(), documents).map(FiltersProjection::toManaged);
    }

    @QueryHandler
    ParsedFilter find(FindParsedFilter query, Documents documents) {
        return withCriteria(FILTERS.one(new FilterId(query.account(), query.filterUid()), documents));
    }

    @QueryHandler
    Managed find(FindManagedFilter query, Documents documents) {
        return toManaged(FILTERS.one(new FilterId(query.account(), query.filterUid()), documents));
    }

    @QueryHandler
    ParsedFilter find(FindNamedFilter query, Documents documents) {
        Where condition = Where.all(
                Where.equal("account", query.account()),
                Where.equal("thing.claimed", FilterNames.claimed(query.filterName())));
        return FILTERS.where(condition, documents)
                .findFirst()
                .map(FiltersProjection::withCriteria)
                .orElseThrow(() -> new Refusal(
                        Refusal.Kind.RULE,
                        "unknown-filter",
                        "filter_name",
                        "The account has no search filter of this name."));
    }

    private static ParsedFilter withCriteria(CatalogueEntry<FilterDocument> catalogueEntry) {
        return new ParsedFilter(
                toManaged(catalogueEntry),
                EventJson.mapper().readValue(catalogueEntry.thing().criteria(), FanCriteria.class));
    }

    private static Managed toManaged(CatalogueEntry<FilterDocument> catalogueEntry) {
        FilterDocument filterDocument = catalogueEntry.thing();
        return new Managed(
                filterDocument.uid(),
                filterDocument.name(),
                filterDocument.group(),
                catalogueEntry.createdAt(),
                EventJson.mapper().readTree(filterDocument.parameters()));
    }
}
