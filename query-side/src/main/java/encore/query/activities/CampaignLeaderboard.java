package encore.query.activities;

import encore.kernel.Refusal;
import encore.kernel.activities.ActivityQuery.FindBestEntries;
import encore.kernel.activities.ActivityQuery.FindCampaignLeaderboard;
import encore.kernel.activities.ActivityQuery.FindPointSums;
import encore.kernel.activities.CampaignRank;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenAmong;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.PointsByFan;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Ranks the fans of a campaign by the numbers that its app type compares, with their present display names. Ranks have
 * no gaps where hidden fans are left out.
 */
@Component
class CampaignLeaderboard implements QueryComponent {

    private static final Set<AppType> RANKED =
            Set.of(AppType.MEMORY_MATCH, AppType.TRIVIA, AppType.ARCADE, AppType.BINGO, AppType.WAGER);

    private final QueryGateway queryGateway;
    private final WagerBalances balances;

    CampaignLeaderboard(QueryGateway queryGateway, WagerBalances balances) {
        this.queryGateway = queryGateway;
        this.balances = balances;
    }

    private record LeaderboardEntry(CampaignStanding standing, boolean hidden) {}

    @QueryHandler
    List<CampaignRank> find(FindCampaignLeaderboard query) {
        Campaign campaign = queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        if (!RANKED.contains(campaign.appType())) {
            throw new Refusal(
                    Refusal.Kind.RULE,
                    "no-leaderboard",
                    "page_tab_id",
                    "A campaign of this app_type has no leaderboard.");
        }
        List<LeaderboardEntry> entries = entries(query, campaign.appType());
        List<Long> fans = entries.stream()
                .map(leaderboardEntry -> leaderboardEntry.standing().fanId())
                .toList();
        DisplayNames names = queryGateway.ask(new FindDisplayNames(query.account(), fans));
        PointsByFan points = campaign.appType() == AppType.WAGER ? balances.find(campaign, fans) : null;
        return IntStream.range(0, entries.size())
                .mapToObj(i -> row(i + 1L, entries.get(i), campaign.appType(), names, points))
                .toList();
    }

    /** Reads further pages only while hidden fans leave too few rows. */
    private List<LeaderboardEntry> entries(FindCampaignLeaderboard query, AppType appType) {
        List<LeaderboardEntry> entries = new ArrayList<>();
        String after = null;
        boolean more = true;
        while (more && entries.size() < query.limit()) {
            Page<CampaignStanding> page = page(query, appType, new NextKey(after, query.limit()));
            Set<Long> hidden = hiddenFans(query, page.rows());
            page.rows().stream()
                    .map(standing -> new LeaderboardEntry(standing, hidden.contains(standing.fanId())))
                    .filter(leaderboardEntry -> query.showHidden() || !leaderboardEntry.hidden())
                    .limit(query.limit() - entries.size())
                    .forEach(entries::add);
            after = page.last();
            more = page.more();
        }
        return entries;
    }

    private Page<CampaignStanding> page(FindCampaignLeaderboard query, AppType appType, NextKey paging) {
        return appType == AppType.WAGER
                ? queryGateway.ask(new FindPointSums(query.account(), query.pageTabId(), paging))
                : queryGateway.ask(new FindBestEntries(query.account(), query.pageTabId(), paging));
    }

    private Set<Long> hiddenFans(FindCampaignLeaderboard query, List<CampaignStanding> standings) {
        List<Long> fans = standings.stream().map(CampaignStanding::fanId).toList();
        return queryGateway.ask(new FindHiddenAmong(query.account(), query.pageTabId(), fans)).stream()
                .map(HiddenFan::fanId)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** @param points balances of the fans; null shows none */
    private static CampaignRank row(
            long rank, LeaderboardEntry entry, AppType appType, DisplayNames names, @Nullable PointsByFan points) {
        CampaignStanding standing = entry.standing();
        boolean isTimed = appType == AppType.MEMORY_MATCH || appType == AppType.TRIVIA;
        return new CampaignRank(
                rank,
                standing.fanId(),
                names.of(standing.fanId()),
                entry.hidden(),
                standing.activityTimestamp(),
                isTimed ? null : standing.points(),
                points == null ? null : points.of(standing.fanId()),
                isTimed ? standing.activityDurationMs() : null,
                appType == AppType.TRIVIA ? standing.correctCount() : null);
    }
}
