package encore.query.fanwagers;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fanwagers.FanWagerQuery.FindWagerTallies;
import encore.kernel.fanwagers.FanWagerQuery.ListWagerEntries;
import encore.kernel.fanwagers.WagerEntry;
import encore.kernel.fanwagers.WagerEntry.Offer;
import encore.kernel.fanwagers.WagerTally;
import encore.kernel.paging.Page;
import encore.kernel.tabitems.TabItem;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.tabitems.TabItemQuery.SearchTabItems;
import encore.kernel.time.LocalDay;
import encore.kernel.wagers.Wager;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerQuery.FindWagersBelow;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins pages of a campaign's tab items with their wagers and the sums of stakes. */
@Component
class WagerEntries implements QueryComponent {

    private final QueryGateway queryGateway;

    WagerEntries(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<WagerEntry> find(ListWagerEntries query) {
        Campaign campaign = queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        ZoneId zone = campaign.timezone();
        Page<TabItem> items = queryGateway.ask(new SearchTabItems(
                query.account(),
                query.pageTabId(),
                query.q(),
                begin(query.startDate(), zone),
                query.endDate() == null ? null : begin(query.endDate().plusDays(1), zone),
                query.paging()));
        Map<Long, List<Offer>> wagers = wagers(query, items.rows());
        return items.map(
                item -> WagerEntry.of(item, wagers.getOrDefault(item.tabItemId(), List.of()), zone, query.now()));
    }

    private static @Nullable Instant begin(@Nullable LocalDate day, ZoneId zone) {
        return day == null ? null : new LocalDay(day, zone).firstMoment();
    }

    /** Returns wagers by tab item, in the order they were offered. */
    private Map<Long, List<Offer>> wagers(ListWagerEntries query, List<TabItem> items) {
        List<Wager> wagers = queryGateway.ask(new FindWagersBelow(
                query.account(),
                query.pageTabId(),
                items.stream().map(TabItem::tabItemId).toList()));
        CampaignId campaign = new CampaignId(query.account(), query.pageTabId());
        List<WagerId> ids = wagers.stream()
                .map(wager -> new WagerId(new TabItemId(campaign, wager.tabItemId()), wager.wagerUid()))
                .toList();
        Map<String, WagerTally> tallies = queryGateway.ask(new FindWagerTallies(query.account(), ids)).stream()
                .collect(Collectors.toMap(WagerTally::wagerUid, Function.identity()));
        return wagers.stream()
                .collect(Collectors.groupingBy(
                        Wager::tabItemId,
                        Collectors.mapping(
                                wager -> Offer.of(
                                        wager,
                                        tallies.getOrDefault(wager.wagerUid(), WagerTally.zero(wager.wagerUid()))),
                                Collectors.toList())));
    }
}
