package encore.query.campaignviews;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaignviews.DailyViews;
import encore.kernel.campaignviews.ViewSums;
import encore.kernel.campaignviews.ViewsEvent.ViewsReported;
import encore.kernel.campaignviews.ViewsEvent.ViewsWithdrawn;
import encore.kernel.campaignviews.ViewsId;
import encore.kernel.campaignviews.ViewsQuery.FindViews;
import encore.kernel.campaignviews.ViewsQuery.ListViews;
import encore.kernel.campaignviews.ViewsQuery.SumViews;
import encore.kernel.paging.Page;
import encore.kernel.time.Days;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the daily counts of views and shares of campaigns. */
@Component
class ViewsProjection implements Projection {

    private static final Collection<StoredViews> DAYS =
            Collection.of("campaign_views", StoredViews.class, Index.on("account", "pageTabId", "day"));

    private static final Keyset<StoredViews> BY_DAY = Keyset.byNumber(DAYS, "day", StoredViews::day);

    private final QueryGateway queryGateway;

    ViewsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** @param day in days since 1970 */
    record StoredViews(long account, long pageTabId, long day, long views, long shares) {

        DailyViews toDayOfViews() {
            return new DailyViews(LocalDate.ofEpochDay(day), views, shares);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("campaign_views", List.of(DAYS));
    }

    @EventHandler
    void on(ViewsReported event, Documents.Batch documents) {
        ViewsId id = event.views();
        documents.put(
                DAYS,
                id.toString(),
                new StoredViews(
                        id.account(),
                        id.campaign().number(),
                        id.day().toEpochDay(),
                        event.viewCount(),
                        event.shareCount()));
    }

    @EventHandler
    void on(ViewsWithdrawn event, Documents.Batch documents) {
        documents.remove(DAYS, event.views().toString());
    }

    @QueryHandler
    Page<DailyViews> find(ListViews query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        String after = query.paging().after();
        LocalDate from = after == null ? null : LocalDate.parse(after).plusDays(1);
        List<DailyViews> found = days(query.account(), query.pageTabId(), new Days(from, null), documents)
                .limit(query.paging().limit() + 1L)
                .map(StoredViews::toDayOfViews)
                .toList();
        return Page.of(found, query.paging().limit(), day -> day.viewDate().toString(), documents.position());
    }

    @QueryHandler
    DailyViews find(FindViews query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        var id = new ViewsId(new CampaignId(query.account(), query.pageTabId()), query.viewDate());
        StoredViews found = documents.get(DAYS, id.toString());
        if (found == null) {
            throw Refusal.unknown("No views were reported for this day.");
        }
        return found.toDayOfViews();
    }

    @QueryHandler
    List<ViewSums> find(SumViews query, Documents documents) {
        return query.pageTabIds().stream()
                .map(campaign -> days(query.account(), campaign, query.days(), documents)
                        .reduce(
                                new ViewSums(campaign, 0, 0, 0),
                                (sums, day) -> new ViewSums(
                                        campaign,
                                        sums.views() + day.views(),
                                        sums.shares() + day.shares(),
                                        Math.max(sums.maxViews(), day.views())),
                                (some, more) -> some))
                .toList();
    }

    private static Stream<StoredViews> days(long account, long pageTabId, Days days, Documents documents) {
        return BY_DAY.all(
                documents,
                Where.all(
                        Where.equal("account", account),
                        Where.equal("pageTabId", pageTabId),
                        new Where.Range("day", (long) days.firstEpochDay(), true, (long) days.lastEpochDay(), true)));
    }
}
