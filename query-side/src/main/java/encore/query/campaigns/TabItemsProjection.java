package encore.query.campaigns;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Ordered;
import encore.kernel.Page;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.TabItem;
import encore.kernel.campaigns.TabItemDetails;
import encore.kernel.campaigns.TabItemEvent.TabItemAdded;
import encore.kernel.campaigns.TabItemEvent.TabItemChanged;
import encore.kernel.campaigns.TabItemEvent.TabItemRemoved;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.TabItemQuery.FindShownTabItems;
import encore.kernel.campaigns.TabItemQuery.FindTabItem;
import encore.kernel.campaigns.TabItemQuery.ListTabItems;
import encore.kernel.campaigns.TabItemQuery.SearchTabItems;
import encore.query.projection.Catalogue;
import encore.query.projection.Keyset;
import encore.query.projection.Listed;
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

    private static final int SHOWN = 1_000;

    private static final Catalogue<OfCampaign> ITEMS = Catalogue.of(
            "tab_items",
            OfCampaign.class,
            Index.on("account", "thing.pageTabId", "position"),
            Index.text("thing.details.title", "thing.details.subtitle"));

    private static final Keyset<Listed<OfCampaign>> BY_PLACE =
            Keyset.byNumber(ITEMS.collection(), "thing.details.position", TabItemsProjection::place);

    private final QueryGateway questions;

    TabItemsProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /** A tab item with all its changes applied. */
    record OfCampaign(long pageTabId, long tabItemId, TabItemDetails details) {

        OfCampaign after(TabItemChanged event) {
            return new OfCampaign(pageTabId, tabItemId, event.patch().on(details));
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tab_items", List.of(ITEMS.collection()));
    }

    @EventHandler
    void on(TabItemAdded event, Recorded recorded, Documents.Batch documents) {
        TabItemId id = event.tabItem();
        ITEMS.add(id, new OfCampaign(id.campaign().number(), id.number(), event.details()), recorded, documents);
    }

    @EventHandler
    void on(TabItemChanged event, Recorded recorded, Documents.Batch documents) {
        ITEMS.change(event.tabItem(), item -> item.after(event), recorded, documents);
    }

    @EventHandler
    void on(TabItemRemoved event, Documents.Batch documents) {
        ITEMS.remove(event.tabItem(), documents);
    }

    @QueryHandler
    Page<TabItem> find(ListTabItems query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        return ITEMS.page(ofCampaign(query.account(), query.pageTabId()), query.paging(), documents)
                .map(TabItemsProjection::item);
    }

    @QueryHandler
    TabItem find(FindTabItem query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        return item(ITEMS.one(id(query.account(), query.pageTabId(), query.tabItemId()), documents));
    }

    @QueryHandler
    List<TabItem> find(FindShownTabItems query, Documents documents) {
        return ITEMS.where(ofCampaign(query.account(), query.pageTabId()), documents)
                .limit(SHOWN)
                .map(TabItemsProjection::item)
                .sorted(Ordered.BY_ORDER)
                .toList();
    }

    /** Reads all matches for each page: items without a position are in no index, and a campaign has few items. */
    @QueryHandler
    Page<TabItem> find(SearchTabItems query, Documents documents) {
        Where ofCampaign = ofCampaign(query.account(), query.pageTabId());
        Where wanted = query.q() == null ? ofCampaign : Where.all(ofCampaign, new Where.Contains(query.q()));
        Stream<Row<Listed<OfCampaign>>> rows = ITEMS.where(wanted, documents)
                .filter(listed -> opensWithin(query, listed.thing().details()))
                .map(listed -> new Row<>(Keyset.key(listed.position()), listed));
        return BY_PLACE.page(rows, query.paging(), documents.position()).map(TabItemsProjection::item);
    }

    private static boolean opensWithin(SearchTabItems query, TabItemDetails details) {
        Instant opens = details.activationTimestamp();
        return opens == null
                ? query.from() == null && query.until() == null
                : (query.from() == null || !opens.isBefore(query.from()))
                        && (query.until() == null || opens.isBefore(query.until()));
    }

    private static long place(Listed<OfCampaign> listed) {
        Integer position = listed.thing().details().position();
        return position == null ? Long.MAX_VALUE : position;
    }

    private static Where ofCampaign(long account, long pageTabId) {
        return Where.all(Where.equal("account", account), Where.equal("thing.pageTabId", pageTabId));
    }

    private static TabItemId id(long account, long pageTabId, long tabItemId) {
        return new TabItemId(new CampaignId(account, pageTabId), tabItemId);
    }

    private static TabItem item(Listed<OfCampaign> listed) {
        OfCampaign item = listed.thing();
        return TabItem.of(id(listed.account(), item.pageTabId(), item.tabItemId()), item.details(), listed.createdAt());
    }
}
