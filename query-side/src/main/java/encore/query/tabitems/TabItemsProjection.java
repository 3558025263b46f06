package encore.query.tabitems;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.lists.Ordered;
import encore.kernel.paging.Page;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemDetails;
import encore.kernel.tabitems.TabItemEvent.TabItemAdded;
import encore.kernel.tabitems.TabItemEvent.TabItemChanged;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.FindShownTabItems;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.kernel.tabitems.TabItemQuery.ListTabItems;
import encore.kernel.tabitems.TabItemQuery.SearchTabItems;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the tab items of campaigns. Items of a deleted campaign stay stored, but no query returns them. */
@Component
class TabItemsProjection implements Projection {

    private static final int MAX_ITEMS = 1_000;

    private static final Catalogue<StoredTabItem> ITEMS = Catalogue.of(
            "tab_items",
            StoredTabItem.class,
            Index.on("account", "thing.pageTabId", "position"),
            Index.text("thing.details.title", "thing.details.subtitle"));

    private static final Keyset<CatalogueEntry<StoredTabItem>> IN_ORDER =
            Keyset.byNumber(ITEMS.collection(), "thing.details.position", TabItemsProjection::orderOf);

    private final QueryGateway queryGateway;

    TabItemsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** A tab item with all its changes applied. */
    record StoredTabItem(long pageTabId, long tabItemId, TabItemDetails details) {

        StoredTabItem after(TabItemChanged event) {
            return new StoredTabItem(pageTabId, tabItemId, event.patch().applyTo(details));
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tab_items", List.of(ITEMS.collection()));
    }

    @EventHandler
    void on(TabItemAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TabItemId id = event.tabItem();
        ITEMS.add(
                id, new StoredTabItem(id.campaign().number(), id.number(), event.details()), recordedEvent, documents);
    }

    @EventHandler
    void on(TabItemChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ITEMS.change(event.tabItem(), item -> item.after(event), recordedEvent, documents);
    }

    @EventHandler
    void on(TabItemRemoved event, Documents.Batch documents) {
        ITEMS.remove(event.tabItem(), documents);
    }

    @QueryHandler
    Page<TabItem> find(ListTabItems query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        return ITEMS.page(ofCampaign(query.account(), query.pageTabId()), query.paging(), documents)
                .map(TabItemsProjection::item);
    }

    @QueryHandler
    TabItem find(FindTabItem query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        return item(ITEMS.one(id(query.account(), query.pageTabId(), query.tabItemId()), documents));
    }

    @QueryHandler
    List<TabItem> find(FindShownTabItems query, Documents documents) {
        return ITEMS.where(ofCampaign(query.account(), query.pageTabId()), documents)
                .limit(MAX_ITEMS)
                .map(TabItemsProjection::item)
                .sorted(Ordered.BY_ORDER)
                .toList();
    }

    /** Reads all matches for each page: items without a position are in no index, and a campaign has few items. */
    @QueryHandler
    Page<TabItem> find(SearchTabItems query, Documents documents) {
        Where ofCampaign = ofCampaign(query.account(), query.pageTabId());
        Where condition = query.q() == null ? ofCampaign : Where.all(ofCampaign, new Where.Contains(query.q()));
        Stream<Row<CatalogueEntry<StoredTabItem>>> rows = ITEMS.where(condition, documents)
                .filter(catalogueEntry ->
                        opensWithin(query, catalogueEntry.thing().details()))
                .map(catalogueEntry -> new Row<>(Keyset.key(catalogueEntry.position()), catalogueEntry));
        return IN_ORDER.page(rows, query.paging(), documents.position()).map(TabItemsProjection::item);
    }

    private static boolean opensWithin(SearchTabItems query, TabItemDetails details) {
        Instant opens = details.activationTimestamp();
        return opens == null
                ? query.from() == null && query.until() == null
                : (query.from() == null || !opens.isBefore(query.from()))
                        && (query.until() == null || opens.isBefore(query.until()));
    }

    private static long orderOf(CatalogueEntry<StoredTabItem> catalogueEntry) {
        Integer position = catalogueEntry.thing().details().position();
        return position == null ? Long.MAX_VALUE : position;
    }

    private static Where ofCampaign(long account, long pageTabId) {
        return Where.all(Where.equal("account", account), Where.equal("thing.pageTabId", pageTabId));
    }

    private static TabItemId id(long account, long pageTabId, long tabItemId) {
        return new TabItemId(new CampaignId(account, pageTabId), tabItemId);
    }

    private static TabItem item(CatalogueEntry<StoredTabItem> catalogueEntry) {
        StoredTabItem item = catalogueEntry.thing();
        return TabItem.of(
                id(catalogueEntry.account(), item.pageTabId(), item.tabItemId()),
                item.details(),
                catalogueEntry.createdAt());
    }
}
