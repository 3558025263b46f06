package encore.query.points;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.AsOf;
import encore.kernel.Page;
import encore.kernel.points.FanPoint;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.query.runtime.Projection;
import encore.query.runtime.Questions;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Every record of points, by position; time never runs against position, so a window of days is a range of one index.
 *
 * <p>There is no index by fan: with awards falling on fans by chance each would dirty a page of it. Where a fan's records
 * stand is asked of the boards, which have it in memory.
 */
@Component
class FanPointsProjection implements Projection.Segmented {

    private static final Collection<FanPoint> FAN_POINTS = Collection.of(
            "fan_points", FanPoint.class, Index.on("account", "creationTimestamp"), Index.on("account", "pointCount"));

    private static final Comparator<Row<FanPoint>> MOST_POINTS_FIRST = Comparator.<Row<FanPoint>>comparingLong(
                    row -> row.document().pointCount())
            .thenComparing(Row::key)
            .reversed();

    private final Questions questions;

    FanPointsProjection(Questions questions) {
        this.questions = questions;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_points", List.of(FAN_POINTS));
    }

    @Override
    public Stream<String> keys(Recorded recorded) {
        return Stream.of(Positions.key(recorded.position()));
    }

    @EventHandler
    void on(PointsAwarded event, Recorded recorded, Documents.Batch documents) {
        LedgerId ledger = event.ledger();
        documents.put(
                FAN_POINTS,
                Positions.key(recorded.position()),
                new FanPoint(
                        ledger.account(),
                        event.fanPointUid(),
                        ledger.fan().number(),
                        ledger.pointUid(),
                        event.count(),
                        event.balance(),
                        event.pointType(),
                        event.source(),
                        event.rewardUid(),
                        event.pageTabId(),
                        event.activityId(),
                        recorded.at()));
    }

    /** Pages are led on by {@code <value>_<key>} of the last row, the value being what the walk is ordered by. */
    @QueryHandler
    Page<FanPoint> find(FindFanPoints query, Documents documents) {
        int limit = query.paging().limit();
        List<Row<FanPoint>> rows =
                query.fanId() == null ? ofAll(query, documents) : ofOneFan(query, query.fanId(), documents);
        boolean more = rows.size() > limit;
        List<Row<FanPoint>> page = more ? rows.subList(0, limit) : rows;
        return new Page<>(
                page.stream().map(Row::document).toList(),
                page.isEmpty() ? null : key(query.order(), page.getFirst()),
                page.isEmpty() ? null : key(query.order(), page.getLast()),
                more,
                documents.position());
    }

    private static List<Row<FanPoint>> ofAll(FindFanPoints query, Documents documents) {
        int wanted = query.paging().limit() + 1;
        List<?> after = after(query);
        List<Row<FanPoint>> rows = documents.find(FAN_POINTS, wanted(query), order(query), after, wanted);
        // Events of one commit have one time, so the last rows by time may still be too late by position.
        String end = Positions.key(end(query, documents));
        List<Row<FanPoint>> sure = new ArrayList<>();
        while (true) {
            rows.stream()
                    .filter(row -> row.key().compareTo(end) <= 0)
                    .limit(wanted - sure.size())
                    .forEach(sure::add);
            if (sure.size() == wanted || rows.size() < wanted) {
                return sure;
            }
            rows = documents.find(
                    FAN_POINTS, wanted(query), order(query), place(query.order(), rows.getLast()), wanted);
        }
    }

    /** What one segment has ahead of another is withheld: whoever pages behind it would never see the other's. */
    private static long end(FindFanPoints query, Documents documents) {
        AsOf asOf = query.asOf();
        return asOf == null ? documents.position() : Math.min(asOf.position(), documents.position());
    }

    private static List<?> place(FindFanPoints.Order order, Row<FanPoint> row) {
        Object value = order == FindFanPoints.Order.LEADERBOARD
                ? (Object) row.document().pointCount()
                : row.document().creationTimestamp();
        return List.of(value, row.key());
    }

    private static Order order(FindFanPoints query) {
        return switch (query.order()) {
            case ASC -> Order.ascending("creationTimestamp");
            case DESC -> Order.descending("creationTimestamp");
            case LEADERBOARD -> Order.descending("pointCount");
        };
    }

    private List<Row<FanPoint>> ofOneFan(FindFanPoints query, long fan, Documents documents) {
        List<Long> positions = questions
                .ask(new FindFanRecords(query.account(), fan, query.pointUid(), query.from(), query.to()))
                .positions();
        long end = end(query, documents);
        int known = positions.size();
        while (known > 0 && positions.get(known - 1) > end) {
            known--;
        }
        positions = positions.subList(0, known);
        List<?> after = after(query);
        long seen = after == null ? 0 : Long.parseLong((String) after.getLast());
        return switch (query.order()) {
            case ASC -> first(rows(positions.stream().filter(p -> p > seen), query, documents), query);
            case DESC ->
                first(rows(positions.reversed().stream().filter(p -> seen == 0 || p < seen), query, documents), query);
            case LEADERBOARD -> best(rows(positions.stream(), query, documents), after, query);
        };
    }

    private static Stream<Row<FanPoint>> rows(Stream<Long> positions, FindFanPoints query, Documents documents) {
        return positions.map(Positions::key).mapMulti((key, row) -> {
            FanPoint point = documents.get(FAN_POINTS, key);
            if (point != null && (query.pageTabId() == null || query.pageTabId().equals(point.pageTabId()))) {
                row.accept(new Row<>(key, point));
            }
        });
    }

    private static List<Row<FanPoint>> first(Stream<Row<FanPoint>> rows, FindFanPoints query) {
        return rows.limit(query.paging().limit() + 1L).toList();
    }

    /** Looks at all of them, and keeps no more than are asked for. */
    private static List<Row<FanPoint>> best(Stream<Row<FanPoint>> rows, @Nullable List<?> after, FindFanPoints query) {
        var best = new PriorityQueue<>(MOST_POINTS_FIRST.reversed());
        rows.filter(row -> after == null || isBehind(row, after)).forEach(row -> {
            best.add(row);
            if (best.size() > query.paging().limit() + 1) {
                best.remove();
            }
        });
        return best.stream().sorted(MOST_POINTS_FIRST).toList();
    }

    private static boolean isBehind(Row<FanPoint> row, List<?> after) {
        int byPoints = Long.compare(row.document().pointCount(), (Long) after.getFirst());
        return byPoints < 0 || (byPoints == 0 && row.key().compareTo((String) after.getLast()) < 0);
    }

    private static Where wanted(FindFanPoints query) {
        List<Where> all = new ArrayList<>();
        all.add(Where.equal("account", query.account()));
        if (query.pointUid() != null) {
            all.add(Where.equal("pointUid", query.pointUid()));
        }
        if (query.pageTabId() != null) {
            all.add(Where.equal("pageTabId", query.pageTabId()));
        }
        if (query.from() != null || query.to() != null) {
            all.add(new Where.Range(
                    "creationTimestamp",
                    query.from() == null ? null : start(query.from()),
                    true,
                    query.to() == null ? null : start(query.to().plusDays(1)),
                    false));
        }
        if (query.asOf() != null) {
            all.add(new Where.Range(
                    "creationTimestamp", null, false, query.asOf().at(), true));
        }
        return new Where.And(all);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static @Nullable List<?> after(FindFanPoints query) {
        String after = query.paging().after();
        if (after == null) {
            return null;
        }
        int end = after.lastIndexOf('_');
        long value = Long.parseLong(after, 0, end, 10);
        Object typed = query.order() == FindFanPoints.Order.LEADERBOARD ? (Object) value : Instant.ofEpochMilli(value);
        return List.of(typed, after.substring(end + 1));
    }

    private static String key(FindFanPoints.Order order, Row<FanPoint> row) {
        long value = order == FindFanPoints.Order.LEADERBOARD
                ? row.document().pointCount()
                : row.document().creationTimestamp().toEpochMilli();
        return value + "_" + row.key();
    }
}
