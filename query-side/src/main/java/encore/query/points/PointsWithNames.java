package encore.query.points;

import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.points.PointsQuery.FindEntFanPoints;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindPerformanceLeaderboard;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.PointsQuery.FindRankedFans;
import encore.kernel.points.PointsQuery.FindTopFans;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointCriteria;
import encore.kernel.points.ledgers.FanPointEntBuilder;
import encore.kernel.sessions.SessionQuery.FindLoginAddresses;
import encore.kernel.sessions.SessionQuery.LoginAddress;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins rows of points with names of fans and point types, and addresses of logins, which other projections own. */
@Component
class PointsWithNames implements QueryComponent {

    private final QueryGateway queryGateway;

    PointsWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<FanPoint.Ent> find(FindEntFanPoints query) {
        FanPointCriteria criteria = query.criteria();
        if (criteria.fanId() != null) {
            queryGateway.ask(new RequireFan(query.account(), criteria.fanId(), true, "fan_id"));
        }
        if (criteria.pointUid() != null) {
            queryGateway.ask(new FindPointType(query.account(), criteria.pointUid()));
        }
        Page<FanPoint> page =
                queryGateway.ask(new FindFanPoints(query.account(), criteria, query.paging(), query.asOf()));
        Map<String, String> types = typeNames(query.account());
        DisplayNames names = displayNames(query.account(), page.rows(), FanPoint::fanId);
        Map<String, String> addresses = loginAddresses(query.account(), page.rows());
        return page.map(
                point -> withAddress(point.ent(types.get(point.pointUid()), names.of(point.fanId())), addresses));
    }

    /** Returns the addresses of the logins by session. Most pages have no award of a session, and ask for none. */
    private Map<String, String> loginAddresses(long account, List<FanPoint> rows) {
        List<String> sessions = rows.stream()
                .map(FanPoint::sessionHash)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return sessions.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindLoginAddresses(account, sessions)).stream()
                        .collect(Collectors.toMap(LoginAddress::sessionHash, LoginAddress::ipAddress));
    }

    private static FanPoint.Ent withAddress(FanPoint.Ent row, Map<String, String> addresses) {
        return row.sessionUid() == null || addresses.isEmpty()
                ? row
                : FanPointEntBuilder.builder(row)
                        .ipAddress(addresses.get(row.sessionUid()))
                        .build();
    }

    @QueryHandler
    Page<FanPoint.Crm> find(FindCrmFanPoints query) {
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        var criteria = FanPointCriteria.ofFan(query.fanId(), query.pageTabId());
        Page<FanPoint> page =
                queryGateway.ask(new FindFanPoints(query.account(), criteria, query.paging(), query.asOf()));
        Map<String, String> types = typeNames(query.account());
        return page.map(point -> point.crm(types.get(point.pointUid())));
    }

    @QueryHandler
    Page<LeaderboardRow.RankedFan> find(FindRankedFans query) {
        Page<LeaderboardRow> page = leaderboard(query);
        DisplayNames names = displayNames(query.account(), page.rows(), LeaderboardRow::fanId);
        return page.map(row -> row.withDisplayName(names.of(row.fanId())));
    }

    private Page<LeaderboardRow> leaderboard(FindRankedFans query) {
        String performance = query.performanceUid();
        return performance == null
                ? queryGateway.ask(new FindLeaderboard(
                        query.account(), query.pointName(), query.days(), query.paging(), query.asOf()))
                : queryGateway.ask(new FindPerformanceLeaderboard(
                        query.account(), performance, query.pointName(), query.days(), query.paging(), query.asOf()));
    }

    @QueryHandler
    List<LeaderboardRow.ConsoleRank> find(FindTopFans query) {
        List<LeaderboardRow> rows = queryGateway
                .ask(FindLeaderboard.ofAllTime(query.account(), query.pointName(), new NextKey(null, query.limit())))
                .rows();
        DisplayNames names = displayNames(query.account(), rows, LeaderboardRow::fanId);
        return rows.stream().map(row -> row.forConsole(names.of(row.fanId()))).toList();
    }

    private Map<String, String> typeNames(long account) {
        return queryGateway.ask(new FindPointTypes(account)).stream()
                .collect(Collectors.toMap(PointType::pointUid, PointType::pointName));
    }

    private <T> DisplayNames displayNames(long account, List<T> rows, ToLongFunction<T> fan) {
        List<Long> fans = rows.stream().mapToLong(fan).distinct().boxed().toList();
        return queryGateway.ask(new FindDisplayNames(account, fans));
    }
}
