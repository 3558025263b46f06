package encore.query.campaigns;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.DayOfViews;
import encore.kernel.campaigns.ViewSums;
import encore.kernel.campaigns.ViewsEvent.ViewsReported;
import encore.kernel.campaigns.ViewsEvent.ViewsWithdrawn;
import encore.kernel.campaigns.ViewsId;
import encore.kernel.campaigns.ViewsQuery.FindViews;
import encore.kernel.campaigns.ViewsQuery.ListViews;
import encore.kernel.campaigns.ViewsQuery.SumViews;
import encore.query.projection.Keyset;
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

    private static final Collection<OfDay> DAYS =
            Collection.of("campaign_views", OfDay.class, Index.on("account", "pageTabId", "day"));

    private static final Keyset<OfDay> BY_DAY = Keyset.byNumber(DAYS, "day", OfDay::day);

    private final QueryGateway questions;

    ViewsProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /** @param day in days since 1970 */
    record OfDay(long account, long pageTabId, long day, long views, long shares) {

        DayOfViews shown() {
            return new DayOfViews(LocalDate.ofEpochDay(day), views, shares);
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
                new OfDay(
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
    Page<DayOfViews> find(ListViews query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        String after = query.paging().after();
        LocalDate from = after == null ? null : LocalDate.parse(after).plusDays(1);
        List<DayOfViews> found = days(query.account(), query.pageTabId(), new Days(from, null), documents)
                .limit(query.paging().limit() + 1L)
                .map(OfDay::shown)
                .toList();
        return Page.of(found, query.paging().limit(), day -> day.viewDate().toString(), documents.position());
    }

    @QueryHandler
    DayOfViews find(FindViews query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        var id = new ViewsId(new CampaignId(query.account(), query.pageTabId()), query.viewDate());
        OfDay found = documents.get(DAYS, id.toString());
        if (found == null) {
            throw Refusal.unknown("No views were reported for this day.");
        }
        return found.shown();
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

    private static Stream<OfDay> days(long account, long pageTabId, Days days, Documents documents) {
        return BY_DAY.all(
                documents,
                Where.all(
                        Where.equal("account", account),
                        Where.equal("pageTabId", pageTabId),
                        new Where.Range("day", (long) days.first(), true, (long) days.last(), true)));
    }
}
