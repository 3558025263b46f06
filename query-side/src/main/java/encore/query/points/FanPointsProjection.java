package encore.query.points;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.points.FanPoint;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.query.runtime.Projection;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Every record of points, by position; time never runs against position, so a window of days is a range of one index. */
@Component
class FanPointsProjection implements Projection {

    /** Of indexes that fit alike the first is walked: a fan has fewer records than a type, a type than an account. */
    private static final Collection<FanPoint> FAN_POINTS = Collection.of(
            "fan_points",
            FanPoint.class,
            Index.on("fanId", "creationTimestamp"),
            Index.on("pointUid", "creationTimestamp"),
            Index.on("account", "creationTimestamp"),
            Index.on("fanId", "pointCount"),
            Index.on("pointUid", "pointCount"),
            Index.on("account", "pointCount"));

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_points", List.of(FAN_POINTS));
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
        Order order = switch (query.order()) {
            case ASC -> Order.ascending("creationTimestamp");
            case DESC -> Order.descending("creationTimestamp");
            case LEADERBOARD -> Order.descending("pointCount");
        };
        int limit = query.paging().limit();
        List<Row<FanPoint>> rows = documents.find(FAN_POINTS, wanted(query), order, after(query), limit + 1);
        boolean more = rows.size() > limit;
        List<Row<FanPoint>> page = more ? rows.subList(0, limit) : rows;
        return new Page<>(
                page.stream().map(Row::document).toList(),
                page.isEmpty() ? null : key(query.order(), page.getFirst()),
                page.isEmpty() ? null : key(query.order(), page.getLast()),
                more,
                documents.position());
    }

    private static Where wanted(FindFanPoints query) {
        List<Where> all = new ArrayList<>();
        all.add(Where.equal("account", query.account()));
        if (query.fanId() != null) {
            all.add(Where.equal("fanId", query.fanId()));
        }
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
