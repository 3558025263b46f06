package encore.kernel.points;

import encore.kernel.AsOf;
import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about points. */
public sealed interface PointsQuery<R> extends Query<R> {

    /** The kinds of points of an account, oldest first. */
    record FindPointTypes(long account) implements PointsQuery<List<PointType>> {}

    /**
     * Records of points. The walk is by position, or for {@link Order#LEADERBOARD} by points descending.
     *
     * @param from the first day, UTC; null from the start
     * @param to the last day, inclusive; null to the end
     * @param asOf only what there was then; null for now
     */
    record FindFanPoints(
            long account,
            @Nullable Long fanId,
            @Nullable String pointUid,
            @Nullable Long pageTabId,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            Order order,
            Paging.NextKey paging,
            @Nullable AsOf asOf)
            implements PointsQuery<Page<FanPoint>> {

        public FindFanPoints(
                long account,
                @Nullable Long fanId,
                @Nullable String pointUid,
                @Nullable Long pageTabId,
                @Nullable LocalDate from,
                @Nullable LocalDate to,
                Order order,
                Paging.NextKey paging) {
            this(account, fanId, pointUid, pageTabId, from, to, order, paging, null);
        }

        /** How records are walked. */
        public enum Order {
            ASC,
            DESC,
            LEADERBOARD
        }
    }

    /**
     * Fans ranked by what they got in whole UTC days, both inclusive. All pages of one walk show the board as it was at
     * the first. An unknown name is refused, naming {@code point_name}.
     *
     * @param asOf the board as it was then; null for now
     */
    record FindLeaderboard(
            long account,
            String pointName,
            LocalDate from,
            LocalDate to,
            Paging.NextKey paging,
            @Nullable AsOf asOf) implements PointsQuery<Page<LeaderboardRow>> {

        public FindLeaderboard(long account, String pointName, LocalDate from, LocalDate to, Paging.NextKey paging) {
            this(account, pointName, from, to, paging, null);
        }
    }

    /** Where in the log a fan's records stand: asked by the projection that keeps them, of the boards in memory. */
    record FindFanRecords(
            long account,
            long fanId,
            @Nullable String pointUid,
            @Nullable LocalDate from,
            @Nullable LocalDate to) implements PointsQuery<FanRecords> {}

    /** Where in the log a fan's records stand, and the balances that they led to, by position. */
    record FindLedgerRows(
            long account,
            long fanId,
            @Nullable String pointUid,
            @Nullable LocalDate from,
            @Nullable LocalDate to) implements PointsQuery<List<LedgerRow>> {}

    /** What a fan had of each kind of points then; an unknown fan is refused as unknown. */
    record FindBalancesAsOf(long account, long fanId, AsOf asOf) implements PointsQuery<List<Balance>> {}

    /** The same without what tiers say of it. */
    record FindStandingsAsOf(long account, long fanId, AsOf asOf) implements PointsQuery<List<StandingAsOf>> {}

    /** What a fan has of each kind of points; an unknown fan is refused as unknown. */
    record FindBalances(long account, long fanId) implements PointsQuery<List<Balance>> {}
}
