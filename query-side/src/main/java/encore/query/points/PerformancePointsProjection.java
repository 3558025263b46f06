package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.names.Blanks;
import encore.kernel.paging.Page;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.points.LeaderboardRow;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindPerformanceLeaderboard;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.kernel.points.QuestAward;
import encore.kernel.time.Moment;
import encore.query.documents.Keyset;
import encore.query.memory.DeadlineSteps;
import encore.query.points.boards.BoardQueries;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the records of points that name a performance, and ranks fans by them. */
@Component
class PerformancePointsProjection implements Projection {

    private static final Collection<PerformanceRecord> POINTS = Collection.of(
            "performance_points",
            PerformanceRecord.class,
            Index.on("account", "performanceUid", "pointUid", "creationTimestamp"));

    private static final Keyset<PerformanceRecord> BY_TIME =
            Keyset.byTime(POINTS, "creationTimestamp", PerformanceRecord::creationTimestamp);

    private final QueryGateway queryGateway;

    PerformancePointsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /**
     * The fields of a record that a leaderboard needs.
     *
     * @param creationTimestamp the time that it counts at
     */
    record PerformanceRecord(
            long account,
            String performanceUid,
            String pointUid,
            long fanId,
            long count,
            long position,
            Instant creationTimestamp) {}

    /**
     * The points of a fan.
     *
     * @param last the position of the last record
     */
    private record Sum(long fanId, long points, long last) {

        Sum with(PerformanceRecord record) {
            return new Sum(fanId, points + record.count(), Math.max(last, record.position()));
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("performance_points", List.of(POINTS));
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        QuestAward quest = event.quest();
        String performance = quest == null ? null : quest.performanceUid();
        if (performance != null) {
            LedgerId ledger = event.ledger();
            documents.put(
                    POINTS,
                    Keyset.key(recordedEvent.position()),
                    new PerformanceRecord(
                            ledger.account(),
                            performance,
                            ledger.pointUid(),
                            ledger.fan().number(),
                            event.count(),
                            recordedEvent.position(),
                            event.timeOf(recordedEvent.at())));
        }
    }

    /** Pages continue by {@code <rank>_<position>}: all pages rank the records up to the position of the first one. */
    @QueryHandler
    Page<LeaderboardRow> find(FindPerformanceLeaderboard query, Documents documents, Moment then) {
        String name = Blanks.trim(query.pointName());
        String pointUid = pointUid(query.account(), name);
        String after = query.paging().after();
        String[] reached = after == null ? new String[] {"0", ""} : after.split("_", -1);
        long bound = after == null ? Math.min(then.position(), documents.position()) : Long.parseLong(reached[1]);
        int skip = Integer.parseInt(reached[0]);
        List<Sum> ranked = rank(query, pointUid, bound, documents);
        if (ranked.isEmpty()) {
            queryGateway.ask(new RequirePerformance(query.account(), query.performanceUid()));
        }
        List<LeaderboardRow> rows = new ArrayList<>();
        for (int i = skip; i < ranked.size() && rows.size() <= query.paging().limit(); i++) {
            rows.add(new LeaderboardRow(
                    name, ranked.get(i).fanId(), ranked.get(i).points(), i + 1));
        }
        return Page.of(rows, query.paging().limit(), row -> row.rank() + "_" + bound, documents.position());
    }

    private static List<Sum> rank(FindPerformanceLeaderboard query, String pointUid, long bound, Documents documents) {
        Map<Long, Sum> sums = new HashMap<>();
        DeadlineSteps steps = new DeadlineSteps();
        BY_TIME.all(documents, condition(query, pointUid)).forEach(record -> {
            steps.step();
            if (record.position() <= bound) {
                sums.compute(record.fanId(), (fan, sum) -> (sum == null ? new Sum(fan, 0, 0) : sum).with(record));
            }
        });
        return sums.values().stream()
                .filter(sum -> sum.points() != 0)
                .sorted(Comparator.comparingLong(Sum::points).reversed().thenComparingLong(Sum::last))
                .toList();
    }

    private static Where condition(FindPerformanceLeaderboard query, String pointUid) {
        return Where.all(
                Where.equal("account", query.account()),
                Where.equal("performanceUid", query.performanceUid()),
                Where.equal("pointUid", pointUid),
                new Where.Range(
                        "creationTimestamp",
                        query.days().start(),
                        true,
                        query.days().end(),
                        false));
    }

    private String pointUid(long account, String name) {
        return queryGateway.ask(new FindPointTypes(account)).stream()
                .filter(type -> type.pointName().equals(name))
                .map(PointType::pointUid)
                .findFirst()
                .orElseThrow(BoardQueries::noSuchName);
    }
}
