package encore.kernel.shows.stats;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.stats.StatsRow.ChatRecord;
import encore.kernel.shows.stats.StatsRow.ClickerResult;
import encore.kernel.shows.stats.StatsRow.ConnectionMinute;
import encore.kernel.shows.stats.StatsRow.FanMinute;
import encore.kernel.shows.stats.StatsRow.FeedPeriod;
import encore.kernel.shows.stats.StatsRow.OverlayPeriod;
import encore.kernel.shows.stats.StatsRow.PointRecord;
import encore.kernel.shows.stats.StatsRow.QuizResult;
import encore.kernel.shows.stats.StatsRow.RankedPlayer;
import encore.kernel.shows.stats.StatsRow.WagerSums;
import org.jspecify.annotations.Nullable;

/**
 * Queries about what happened in a show, oldest first. A campaign that is unknown or deleted is refused as unknown, and one
 * that can have no show by a rule. A range of seconds chooses rows by their beginning.
 */
public sealed interface StatsQuery<R> extends Query<R> {

    /** The ranking of a show, the best first. The key of a page is the number of fans before it. */
    record ListRankedPlayers(long account, long pageTabId, NextKey paging) implements StatsQuery<Page<RankedPlayer>> {}

    /** The records of points with the page_tab_id of a show. */
    record ListPointRecords(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<PointRecord>> {}

    /** The answers to choose from of the questions that were pushed; of a question all are on one page. */
    record ListQuizResults(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<QuizResult>> {}

    /** The pushes of clickers. */
    record ListClickerResults(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<ClickerResult>> {}

    /** The messages of all rooms. Those of erased fans are left out. */
    record ListChatRecords(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<ChatRecord>> {}

    /** The pushes of overlays. */
    record ListOverlayPeriods(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<OverlayPeriod>> {}

    /** The feeds that were live. */
    record ListFeedPeriods(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<FeedPeriod>> {}

    /** The minutes in which somebody was in the show, with the number of fans. */
    record ListFanMinutes(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<FanMinute>> {}

    /** The minutes in which somebody was in the show, with the number of connections. */
    record ListConnectionMinutes(long account, long pageTabId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<ConnectionMinute>> {}

    /**
     * The stakes of fans, by fan_id.
     *
     * @param tabItemId only stakes on this tab item; null for all of the campaign. An unknown one is refused, naming {@code
     *     tab_item_id}
     */
    record ListWagerSums(
            long account, long pageTabId, @Nullable Long tabItemId, SecondRange seconds, NextKey paging)
            implements StatsQuery<Page<WagerSums>> {}
}
