package encore.kernel.points;

import encore.kernel.AsOf;
import encore.kernel.Days;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about points. */
public sealed interface PointsQuery<R> extends Query<R> {

    /** The kinds of points of an account, oldest first. */
    record FindPointTypes(long account) implements PointsQuery<List<PointType>> {}

    /** One kind of points; an unknown one is refused, naming {@code point_uid}. */
    record FindPointType(long account, String pointUid) implements PointsQuery<PointType> {}

    /** Records of points as they are stored. */
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
     * Fans ranked by what they got in some days. All pages of one walk show the board as it was at the first. An unknown
     * name is refused, naming {@code point_name}.
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

    /** The same with the fans' names. */
    record FindRankedFans(
            long account,
            String pointName,
            Days days,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<LeaderboardRow.RankedFan>> {}

    /** The fans with the most points of all time. */
    record FindTopFans(long account, String pointName, int limit) implements PointsQuery<List<LeaderboardRow.Place>> {}

    /** Asks where in the log a fan's records stand: the projection that keeps them asks it, of the boards in memory. */
    record FindFanRecords(
            long account, long fanId, @Nullable String pointUid, Days days) implements PointsQuery<FanRecords> {}

    /** Asks where in the log a fan's records stand, and for the balances that they led to, by position. */
    record FindLedgerRows(
            long account, long fanId, @Nullable String pointUid, Days days) implements PointsQuery<List<LedgerRow>> {}

    /** Asks what a fan has of each kind of points; an unknown fan is refused as unknown. */
    record FindBalances(long account, long fanId, @Nullable AsOf asOf) implements PointsQuery<List<Balance>> {}

    /** Asks what some fans have of one kind of points, for other features' rows; who has none of it is left out. */
    record FindPointsOfFans(long account, String pointUid, List<Long> fanIds) implements PointsQuery<PointsOfFans> {
        public FindPointsOfFans {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** A campaign's records of any type, in their order; an unknown campaign is refused as unknown. */
    record FindCampaignPoints(
            long account,
            long pageTabId,
            Seconds seconds,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<CampaignPoint>> {}

    /** The same, summed. */
    record SumCampaignPoints(
            long account,
            long pageTabId,
            Seconds seconds,
            @Nullable AsOf asOf) implements PointsQuery<CampaignPoints> {}
}
