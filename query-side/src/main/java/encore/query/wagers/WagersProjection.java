package encore.query.wagers;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.FindTabItem;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerDetails;
import encore.kernel.wagers.WagerEvent.WagerChanged;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerOffered;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerQuery.FindWager;
import encore.kernel.wagers.WagerQuery.FindWagersBelow;
import encore.kernel.wagers.WagerQuery.ListWagers;
import encore.kernel.wagers.WagerResult;
import encore.query.documents.Catalogue;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the wagers below tab items, with their results. */
@Component
class WagersProjection implements Projection {

    private static final Catalogue<StoredWager> WAGERS =
            Catalogue.of("wagers", StoredWager.class, Index.on("account", "thing.tabItem", "position"));

    private final QueryGateway queryGateway;

    WagersProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /**
     * A wager with all its changes applied.
     *
     * @param tabItem the stream of its tab item
     */
    record StoredWager(
            String tabItem,
            String wager,
            WagerDetails details,
            @Nullable WagerResult result) {

        StoredWager after(WagerChanged event) {
            return new StoredWager(tabItem, wager, event.patch().applyTo(details), result);
        }

        StoredWager after(WagerDecided event) {
            return new StoredWager(tabItem, wager, details, event.result());
        }

        Wager toWager() {
            return Wager.of(StreamId.parse(WagerId.class, wager), details, result);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("wagers", List.of(WAGERS.collection()));
    }

    @EventHandler
    void on(WagerOffered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        WagerId id = event.wager();
        WAGERS.add(
                id,
                new StoredWager(id.tabItem().toString(), id.toString(), event.details(), null),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(WagerChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        WAGERS.change(event.wager(), wager -> wager.after(event), recordedEvent, documents);
    }

    @EventHandler
    void on(WagerDecided event, RecordedEvent recordedEvent, Documents.Batch documents) {
        WAGERS.change(event.wager(), wager -> wager.after(event), recordedEvent, documents);
    }

    @EventHandler
    void on(WagerWithdrawn event, Documents.Batch documents) {
        WAGERS.remove(event.wager(), documents);
    }

    @QueryHandler
    Page<Wager> find(ListWagers query, Documents documents) {
        queryGateway.ask(new FindTabItem(query.account(), query.pageTabId(), query.tabItemId()));
        TabItemId item = item(query.account(), query.pageTabId(), query.tabItemId());
        return WAGERS.page(below(item), query.paging(), documents)
                .map(catalogueEntry -> catalogueEntry.thing().toWager());
    }

    @QueryHandler
    List<Wager> find(FindWagersBelow query, Documents documents) {
        return query.tabItemIds().stream()
                .map(number -> item(query.account(), query.pageTabId(), number))
                .flatMap(item -> WAGERS.where(below(item), documents))
                .map(catalogueEntry -> catalogueEntry.thing().toWager())
                .toList();
    }

    private static Where below(TabItemId item) {
        return Where.all(Where.equal("account", item.account()), Where.equal("thing.tabItem", item.toString()));
    }

    @QueryHandler
    Wager find(FindWager query, Documents documents) {
        queryGateway.ask(new FindTabItem(query.account(), query.pageTabId(), query.tabItemId()));
        TabItemId item = item(query.account(), query.pageTabId(), query.tabItemId());
        return WAGERS.one(new WagerId(item, query.wagerUid()), documents)
                .thing()
                .toWager();
    }

    private static TabItemId item(long account, long pageTabId, long tabItemId) {
        return new TabItemId(new CampaignId(account, pageTabId), tabItemId);
    }
}
