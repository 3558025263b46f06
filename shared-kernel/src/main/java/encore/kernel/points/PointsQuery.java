package encore.kernel.points;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.points.ledgers.Balance;
import encore.kernel.points.ledgers.CampaignPoint;
import encore.kernel.points.ledgers.CampaignPoints;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointCriteria;
import encore.kernel.points.ledgers.FanPointPositions;
import encore.kernel.points.ledgers.LedgerRow;
import encore.kernel.points.ledgers.PointsByFan;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about points. */
public sealed interface PointsQuery<R> extends Query<R> {

    /** The point types of an account, oldest first. */
    record FindPointTypes(long account) implements PointsQuery<List<PointType>> {}

    /** One point type; an unknown one is refused, naming {@code point_uid}. */
    record FindPointType(long account, String pointUid) implements PointsQuery<PointType> {}

    /**
     * Records of points as they are stored: those of one fan by position, others by the time that they count at. All pages
     * show the records of the moment of the first page.
     */
    record FindFanPoints(
            long account,
            FanPointCriteria criteria,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<FanPoint>> {}

    /** Records of points with names. An unknown fan or point type among the criteria is refused, naming the field. */
    record FindEntFanPoints(
            long account,
            FanPointCriteria criteria,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<FanPoint.Ent>> {}

    /** A fan's records of points with names; an unknown fan is refused as unknown. */
    record FindCrmFanPoints(
            long account,
            long fanId,
            @Nullable Long pageTabId,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<FanPoint.Crm>> {}

    /**
     * Fans ranked by the points that they got in some days. All pages show the leaderboard of the moment of the first
     * page. An unknown name is refused, naming {@code point_name}.
     */
    record FindLeaderboard(
            long account,
            String pointName,
            Days days,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<LeaderboardRow>> {

        public static FindLeaderboard ofAllTime(long account, String pointName, Paging.NextKey paging) {
            return new FindLeaderboard(account, pointName, Days.ALL, paging, null);
        }
    }

    /** Fans ranked by the points that they got for a performance in some days. Otherwise it is a {@link FindLeaderboard}. */
    record FindPerformanceLeaderboard(
            long account,
            String performanceUid,
            String pointName,
            Days days,
            Paging.NextKey paging,
            @Nullable AsOf asOf)
            implements PointsQuery<Page<LeaderboardRow>> {}

    /**
     * The leaderboard with the names of the fans.
     *
     * @param performanceUid ranks by the points for this performance; null for all points
     */
    record FindRankedFans(
            long account,
            String pointName,
            @Nullable String performanceUid,
            Days days,
            Paging.NextKey paging,
            @Nullable AsOf asOf)
            implements PointsQuery<Page<LeaderboardRow.RankedFan>> {}

    /** The fans with the most points of all time. */
    record FindTopFans(long account, String pointName, int limit)
            implements PointsQuery<List<LeaderboardRow.ConsoleRank>> {}

    /**
     * The positions of a fan's records in the log. The projection of the records asks this of the leaderboards in
     * memory.
     */
    record FindFanRecords(
            long account, long fanId, @Nullable String pointUid, Days days) implements PointsQuery<FanPointPositions> {}

    /** The positions of a fan's records in the log with the balances after them, by position. */
    record FindLedgerRows(
            long account, long fanId, @Nullable String pointUid, Days days) implements PointsQuery<List<LedgerRow>> {}

    /** The balances of a fan of all point types; an unknown fan is refused as unknown. */
    record FindBalances(long account, long fanId, @Nullable AsOf asOf) implements PointsQuery<List<Balance>> {}

    /**
     * The balances of some fans of one point type, for the rows of other features. Fans without such points are left
     * out.
     */
    record FindPointsOfFans(long account, String pointUid, List<Long> fanIds) implements PointsQuery<PointsByFan> {
        public FindPointsOfFans {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * A campaign's records of all types, by the time that they count at. All pages show the records of the moment of the
     * first page. An unknown campaign is refused as unknown.
     */
    record FindCampaignPoints(
            long account,
            long pageTabId,
            SecondRange seconds,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<CampaignPoint>> {}

    /** The positions of a campaign's records of all types in the log, paged like {@link FindCampaignPoints}. */
    record FindCampaignRecords(long account, long pageTabId, SecondRange seconds, Paging.NextKey paging)
            implements PointsQuery<Page<CampaignRecord>> {}

    /**
     * A record of points of a campaign.
     *
     * @param position the position of its event
     * @param at the stamp of its event
     */
    record CampaignRecord(long position, Instant at) {}

    /** The sum of a campaign's records of all types; an unknown campaign is refused as unknown. */
    record SumCampaignPoints(
            long account,
            long pageTabId,
            SecondRange seconds,
            @Nullable AsOf asOf) implements PointsQuery<CampaignPoints> {}

    /** The sums of records of all types that name some campaigns or quests, whether these exist or not. */
    record SumPointsOfPageTabs(long account, List<Long> pageTabIds, Days days) implements PointsQuery<PointSums> {
        public SumPointsOfPageTabs {
            pageTabIds = List.copyOf(pageTabIds);
        }
    }

    /**
     * Sums of points.
     *
     * @param deducted the sum of the negative records, without the sign
     */
    record PointSums(long awarded, long deducted) {}
}
