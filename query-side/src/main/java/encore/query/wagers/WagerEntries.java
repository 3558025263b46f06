package encore.query.wagers;

import encore.kernel.Page;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.TabItem;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.TabItemQuery.SearchTabItems;
import encore.kernel.campaigns.Wager;
import encore.kernel.campaigns.WagerId;
import encore.kernel.campaigns.WagerQuery.FindWagersBelow;
import encore.kernel.wagers.FanWagerQuery.FindWagerTallies;
import encore.kernel.wagers.FanWagerQuery.ListWagerEntries;
import encore.kernel.wagers.WagerEntry;
import encore.kernel.wagers.WagerEntry.Offer;
import encore.kernel.wagers.WagerTally;
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

    private final QueryGateway questions;

    WagerEntries(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    Page<WagerEntry> find(ListWagerEntries query) {
        Campaign campaign = questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        ZoneId zone = campaign.timezone();
        Page<TabItem> items = questions.ask(new SearchTabItems(
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
        return day == null ? null : day.atStartOfDay(zone).toInstant();
    }

    /** Returns wagers by tab item, in the order they were offered. */
    private Map<Long, List<Offer>> wagers(ListWagerEntries query, List<TabItem> items) {
        List<Wager> wagers = questions.ask(new FindWagersBelow(
                query.account(),
                query.pageTabId(),
                items.stream().map(TabItem::tabItemId).toList()));
        CampaignId campaign = new CampaignId(query.account(), query.pageTabId());
        List<WagerId> ids = wagers.stream()
                .map(wager -> new WagerId(new TabItemId(campaign, wager.tabItemId()), wager.wagerUid()))
                .toList();
        Map<String, WagerTally> tallies = questions.ask(new FindWagerTallies(query.account(), ids)).stream()
                .collect(Collectors.toMap(WagerTally::wagerUid, Function.identity()));
        return wagers.stream()
                .collect(Collectors.groupingBy(
                        Wager::tabItemId,
                        Collectors.mapping(
                                wager -> Offer.of(
                                        wager,
                                        tallies.getOrDefault(wager.wagerUid(), WagerTally.none(wager.wagerUid()))),
                                Collectors.toList())));
    }
}
