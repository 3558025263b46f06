package encore.query.points;

import encore.kernel.Page;
import encore.kernel.Paging.NextKey;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.points.FanPoint;
import encore.kernel.points.FanPointCriteria;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsQuery.FindCrmFanPoints;
import encore.kernel.points.PointsQuery.FindEntFanPoints;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindLeaderboard;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.PointsQuery.FindRankedFans;
import encore.kernel.points.PointsQuery.FindTopFans;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins rows of points with the names of fans and point types, which other projections own. */
@Component
class NamedPoints implements QueryComponent {

    private final QueryGateway questions;

    NamedPoints(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    Page<FanPoint.Ent> find(FindEntFanPoints query) {
        FanPointCriteria criteria = query.criteria();
        if (criteria.fanId() != null) {
            questions.ask(new RequireFan(query.account(), criteria.fanId(), true, "fan_id"));
        }
        if (criteria.pointUid() != null) {
            questions.ask(new FindPointType(query.account(), criteria.pointUid()));
        }
        Page<FanPoint> page = questions.ask(new FindFanPoints(query.account(), criteria, query.paging(), query.asOf()));
        Map<String, String> types = types(query.account());
        DisplayNames names = names(query.account(), page.rows(), FanPoint::fanId);
        return page.map(point -> point.ent(types.get(point.pointUid()), names.of(point.fanId())));
    }

    @QueryHandler
    Page<FanPoint.Crm> find(FindCrmFanPoints query) {
        questions.ask(RequireFan.everKnown(query.account(), query.fanId()));
        var criteria = FanPointCriteria.ofFan(query.fanId(), query.pageTabId());
        Page<FanPoint> page = questions.ask(new FindFanPoints(query.account(), criteria, query.paging(), query.asOf()));
        Map<String, String> types = types(query.account());
        return page.map(point -> point.crm(types.get(point.pointUid())));
    }

    @QueryHandler
    Page<LeaderboardRow.RankedFan> find(FindRankedFans query) {
        Page<LeaderboardRow> page = questions.ask(
                new FindLeaderboard(query.account(), query.pointName(), query.days(), query.paging(), query.asOf()));
        DisplayNames names = names(query.account(), page.rows(), LeaderboardRow::fanId);
        return page.map(row -> row.ranked(names.of(row.fanId())));
    }

    @QueryHandler
    List<LeaderboardRow.Place> find(FindTopFans query) {
        List<LeaderboardRow> rows = questions
                .ask(FindLeaderboard.ofAllTime(query.account(), query.pointName(), new NextKey(null, query.limit())))
                .rows();
        DisplayNames names = names(query.account(), rows, LeaderboardRow::fanId);
        return rows.stream().map(row -> row.place(names.of(row.fanId()))).toList();
    }

    private Map<String, String> types(long account) {
        return questions.ask(new FindPointTypes(account)).stream()
                .collect(Collectors.toMap(PointType::pointUid, PointType::pointName));
    }

    private <T> DisplayNames names(long account, List<T> rows, ToLongFunction<T> fan) {
        List<Long> fans = rows.stream().mapToLong(fan).distinct().boxed().toList();
        return questions.ask(new FindDisplayNames(account, fans));
    }
}
