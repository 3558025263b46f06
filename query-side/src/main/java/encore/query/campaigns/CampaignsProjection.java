package encore.query.campaigns;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignChanged;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaigns.CampaignQuery.FindComingCampaigns;
import encore.kernel.campaigns.CampaignQuery.FindRunningCampaigns;
import encore.kernel.campaigns.CampaignQuery.ListCampaigns;
import encore.kernel.campaigns.CampaignQuery.ListCampaignsWithShow;
import encore.kernel.campaigns.CampaignQuery.ListManagedCampaigns;
import encore.kernel.campaigns.CampaignQuery.SearchCampaignsAlone;
import encore.kernel.paging.Page;
import encore.kernel.shows.LiveStatuses;
import encore.kernel.shows.ShowQuery.FindLiveStatuses;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the campaigns of each account. */
@Component
class CampaignsProjection implements Projection {

    private static final String START = "thing.details.startTimestamp";
    private static final String END = "thing.details.endTimestamp";

    /** The most campaigns that are looked at on each side of a moment. */
    private static final int MAX_LOOKED_AT = 200;

    private static final Catalogue<StoredCampaign> CAMPAIGNS = Catalogue.of(
                    "campaigns",
                    StoredCampaign.class,
                    Index.on("account", "thing.businessId", "position"),
                    Index.on("account", START),
                    Index.on("account", END),
                    Index.text("thing.details.name"))
            .foundByName(CampaignId.class);

    private static final Where SCHEDULED = Where.any(new Where.Exists(START), new Where.Exists(END));

    private final QueryGateway queryGateway;

    CampaignsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** A campaign with all its changes applied. */
    record StoredCampaign(
            long pageTabId, AppType appType, @Nullable Long businessId, CampaignDetails details) {

        StoredCampaign after(CampaignChanged event) {
            return new StoredCampaign(
                    pageTabId, appType, businessId, event.patch().applyTo(details));
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("campaigns", List.of(CAMPAIGNS.collection()));
    }

    @EventHandler
    void on(CampaignCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var campaign =
                new StoredCampaign(event.campaign().number(), event.appType(), event.businessId(), event.details());
        CAMPAIGNS.add(event.campaign(), campaign, recordedEvent, documents);
    }

    @EventHandler
    void on(CampaignChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        CAMPAIGNS.change(event.campaign(), campaign -> campaign.after(event), recordedEvent, documents);
    }

    @EventHandler
    void on(CampaignDeleted event, Documents.Batch documents) {
        CAMPAIGNS.remove(event.campaign(), documents);
    }

    @QueryHandler
    Campaign find(FindCampaign query, Documents documents) {
        return campaign(CAMPAIGNS.one(new CampaignId(query.account(), query.pageTabId()), documents));
    }

    @QueryHandler
    List<Campaign> find(FindCampaigns query, Documents documents) {
        List<CampaignId> ids = query.pageTabIds().stream()
                .map(number -> new CampaignId(query.account(), number))
                .toList();
        return CAMPAIGNS.some(ids, documents).stream()
                .map(CampaignsProjection::campaign)
                .toList();
    }

    @QueryHandler
    Page<Campaign.Row> find(ListCampaigns query, Documents documents) {
        List<Where> conditions = new ArrayList<>();
        conditions.add(Where.equal("account", query.account()));
        if (query.businessId() != null) {
            conditions.add(Where.equal("thing.businessId", query.businessId()));
        }
        if (query.appType() != null) {
            conditions.add(Where.equal("thing.appType", query.appType().word()));
        }
        if (query.isScheduled() != null) {
            conditions.add(query.isScheduled() ? SCHEDULED : new Where.Not(SCHEDULED));
        }
        Page<Campaign> page = CAMPAIGNS
                .page(new Where.And(conditions), query.paging(), documents)
                .map(CampaignsProjection::campaign);
        LiveStatuses statuses = liveStatuses(query.account(), page.rows());
        return page.map(campaign -> campaign.row(query.now(), statuses.of(campaign.pageTabId())));
    }

    private LiveStatuses liveStatuses(long account, List<Campaign> campaigns) {
        List<Long> withShow = campaigns.stream()
                .filter(campaign -> campaign.appType().hasShow())
                .map(Campaign::pageTabId)
                .toList();
        return withShow.isEmpty()
                ? new LiveStatuses(Map.of())
                : queryGateway.ask(new FindLiveStatuses(account, withShow));
    }

    @QueryHandler
    Page<Campaign.CrmEntry> find(SearchCampaignsAlone query, Documents documents) {
        Where account = Where.equal("account", query.account());
        Where conditions = query.q() == null ? account : Where.all(account, new Where.Contains(query.q()));
        return CAMPAIGNS
                .page(conditions, query.paging(), documents)
                .map(catalogueEntry -> new Campaign.CrmEntry(
                        catalogueEntry.position(), campaign(catalogueEntry).crm(query.now())));
    }

    @QueryHandler
    Page<Campaign.Managed> find(ListManagedCampaigns query, Documents documents) {
        return CAMPAIGNS
                .page(query.account(), query.paging(), documents)
                .map(catalogueEntry -> campaign(catalogueEntry).managed());
    }

    @QueryHandler
    List<Campaign> find(FindRunningCampaigns query, Documents documents) {
        Where begun = new Where.Range(START, null, false, query.now(), true);
        Where unfinished = new Where.Range(END, query.now().minusSeconds(1), false, null, false);
        Stream<Campaign> withStart = byDate(query.account(), begun, Order.descending(START), documents);
        Stream<Campaign> withEndAlone = byDate(query.account(), unfinished, Order.ascending(END), documents)
                .filter(campaign -> campaign.details().startTimestamp() == null);
        return Stream.concat(withStart, withEndAlone)
                .filter(campaign -> campaign.isActiveAt(query.now()))
                .sorted(Comparator.comparing(
                        campaign -> campaign.details().endTimestamp(), Comparator.nullsLast(Comparator.naturalOrder())))
                .limit(query.limit())
                .toList();
    }

    @QueryHandler
    List<Campaign> find(FindComingCampaigns query, Documents documents) {
        return byDate(query.account(), Where.above(START, query.now()), Order.ascending(START), documents)
                .filter(Campaign::isSwitchedOn)
                .limit(query.limit())
                .toList();
    }

    private static Stream<Campaign> byDate(long account, Where dates, Order order, Documents documents) {
        Where where = Where.all(Where.equal("account", account), dates);
        return documents.find(CAMPAIGNS.collection(), where, order, null, MAX_LOOKED_AT).stream()
                .map(row -> campaign(row.document()));
    }

    @QueryHandler
    Page<Campaign> find(ListCampaignsWithShow query, Documents documents) {
        return CAMPAIGNS
                .page(
                        query.account(),
                        catalogueEntry -> catalogueEntry.thing().appType().hasShow(),
                        query.paging(),
                        documents)
                .map(CampaignsProjection::campaign);
    }

    private static Campaign campaign(CatalogueEntry<StoredCampaign> catalogueEntry) {
        StoredCampaign campaign = catalogueEntry.thing();
        return new Campaign(
                catalogueEntry.account(),
                campaign.pageTabId(),
                campaign.appType(),
                campaign.businessId(),
                campaign.details(),
                catalogueEntry.createdAt());
    }
}
