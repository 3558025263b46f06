package encore.query.campaigns;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.TabItemQuery.FindTabItem;
import encore.kernel.campaigns.Wager;
import encore.kernel.campaigns.WagerDetails;
import encore.kernel.campaigns.WagerEvent.WagerChanged;
import encore.kernel.campaigns.WagerEvent.WagerDecided;
import encore.kernel.campaigns.WagerEvent.WagerOffered;
import encore.kernel.campaigns.WagerEvent.WagerWithdrawn;
import encore.kernel.campaigns.WagerId;
import encore.kernel.campaigns.WagerQuery.FindWager;
import encore.kernel.campaigns.WagerQuery.FindWagersBelow;
import encore.kernel.campaigns.WagerQuery.ListWagers;
import encore.kernel.campaigns.WagerResult;
import encore.query.projection.Catalogue;
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

    private static final Catalogue<OfItem> WAGERS =
            Catalogue.of("wagers", OfItem.class, Index.on("account", "thing.tabItem", "position"));

    private final QueryGateway questions;

    WagersProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /**
     * A wager with all its changes applied.
     *
     * @param tabItem the stream of its tab item
     */
    record OfItem(
            String tabItem,
            String wager,
            WagerDetails details,
            @Nullable WagerResult result) {

        OfItem after(WagerChanged event) {
            return new OfItem(tabItem, wager, event.patch().on(details), result);
        }

        OfItem after(WagerDecided event) {
            return new OfItem(tabItem, wager, details, event.result());
        }

        Wager shown() {
            return Wager.of(WagerId.parse(wager), details, result);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("wagers", List.of(WAGERS.collection()));
    }

    @EventHandler
    void on(WagerOffered event, Recorded recorded, Documents.Batch documents) {
        WagerId id = event.wager();
        WAGERS.add(id, new OfItem(id.tabItem().toString(), id.toString(), event.details(), null), recorded, documents);
    }

    @EventHandler
    void on(WagerChanged event, Recorded recorded, Documents.Batch documents) {
        WAGERS.change(event.wager(), wager -> wager.after(event), recorded, documents);
    }

    @EventHandler
    void on(WagerDecided event, Recorded recorded, Documents.Batch documents) {
        WAGERS.change(event.wager(), wager -> wager.after(event), recorded, documents);
    }

    @EventHandler
    void on(WagerWithdrawn event, Documents.Batch documents) {
        WAGERS.remove(event.wager(), documents);
    }

    @QueryHandler
    Page<Wager> find(ListWagers query, Documents documents) {
        questions.ask(new FindTabItem(query.account(), query.pageTabId(), query.tabItemId()));
        TabItemId item = item(query.account(), query.pageTabId(), query.tabItemId());
        return WAGERS.page(below(item), query.paging(), documents)
                .map(listed -> listed.thing().shown());
    }

    @QueryHandler
    List<Wager> find(FindWagersBelow query, Documents documents) {
        return query.tabItemIds().stream()
                .map(number -> item(query.account(), query.pageTabId(), number))
                .flatMap(item -> WAGERS.where(below(item), documents))
                .map(listed -> listed.thing().shown())
                .toList();
    }

    private static Where below(TabItemId item) {
        return Where.all(Where.equal("account", item.account()), Where.equal("thing.tabItem", item.toString()));
    }

    @QueryHandler
    Wager find(FindWager query, Documents documents) {
        questions.ask(new FindTabItem(query.account(), query.pageTabId(), query.tabItemId()));
        TabItemId item = item(query.account(), query.pageTabId(), query.tabItemId());
        return WAGERS.one(new WagerId(item, query.wagerUid()), documents)
                .thing()
                .shown();
    }

    private static TabItemId item(long account, long pageTabId, long tabItemId) {
        return new TabItemId(new CampaignId(account, pageTabId), tabItemId);
    }
}
