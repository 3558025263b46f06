package encore.api.shows.stats;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.stats.StatsQuery.ListChatRecords;
import encore.kernel.shows.stats.StatsQuery.ListClickerResults;
import encore.kernel.shows.stats.StatsQuery.ListConnectionMinutes;
import encore.kernel.shows.stats.StatsQuery.ListFanMinutes;
import encore.kernel.shows.stats.StatsQuery.ListFeedPeriods;
import encore.kernel.shows.stats.StatsQuery.ListOverlayPeriods;
import encore.kernel.shows.stats.StatsQuery.ListPointRecords;
import encore.kernel.shows.stats.StatsQuery.ListQuizResults;
import encore.kernel.shows.stats.StatsQuery.ListRankedPlayers;
import encore.kernel.shows.stats.StatsQuery.ListWagerSums;
import encore.kernel.shows.stats.StatsRow;
import encore.kernel.shows.stats.StatsTarget;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Lists what happened in a live show, row by row. */
@RestController
@Access(scope = "apps", area = Area.REPORTS, lock = SECRET)
class DetailedStatsController {

    private static final int ROWS = 500;

    @AscendingRange(start = "startTimestamp", end = "endTimestamp")
    record Find(
            long pageTabId,
            @Description("The kind of rows.") StatsTarget target,

            @Description("The first second, UTC. A leaderboard is always that of the whole show.") @Nullable
            Instant startTimestamp,

            @Description("The last second, inclusive.") @Nullable
            Instant endTimestamp,

            @Description("For wager_points: only stakes on this tab item.") @Nullable
            Long tabItemId) {

        SecondRange seconds() {
            return new SecondRange(startTimestamp, endTimestamp);
        }
    }

    private final Backend backend;

    DetailedStatsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists what happened in a show, oldest first; the leaderboard by rank, and wager_points by fan_id")
    @GetMapping("/api/v1/fanxp/{page_tab_id}/detailed_stats")
    Flux<StatsRow> listDetailedStats(Caller caller, @Params Find in) {
        long account = caller.account();
        long show = in.pageTabId();
        SecondRange range = in.seconds();
        return switch (in.target()) {
            case LEADERBOARD -> all(caller, page -> new ListRankedPlayers(account, show, page));
            case FAN_POINTS -> all(caller, page -> new ListPointRecords(account, show, range, page));
            case QUIZ_RESULTS -> all(caller, page -> new ListQuizResults(account, show, range, page));
            case CLICKER_RESULTS -> all(caller, page -> new ListClickerResults(account, show, range, page));
            case CHAT_HISTORY -> all(caller, page -> new ListChatRecords(account, show, range, page));
            case OVERLAY_TIMELINE -> all(caller, page -> new ListOverlayPeriods(account, show, range, page));
            case FEED_SWITCHING -> all(caller, page -> new ListFeedPeriods(account, show, range, page));
            case WEBSOCKET_CONNECTIONS -> all(caller, page -> new ListFanMinutes(account, show, range, page));
            case WEBSOCKET_RAW_CONNECTIONS ->
                all(caller, page -> new ListConnectionMinutes(account, show, range, page));
            case WAGER_POINTS -> all(caller, page -> new ListWagerSums(account, show, in.tabItemId(), range, page));
        };
    }

    private <T extends StatsRow> Flux<StatsRow> all(Caller caller, Function<NextKey, Query<Page<T>>> query) {
        return Pages.all(after -> backend.ask(caller, query.apply(new NextKey(after, ROWS))))
                .cast(StatsRow.class);
    }
}
