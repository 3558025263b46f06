package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.ZeroPointsRecord;
import encore.kernel.paging.Page;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindFanPoints;
import encore.kernel.points.PointsQuery.FindFanRecords;
import encore.kernel.points.ZeroPoints;
import encore.kernel.points.ledgers.FanPoint;
import encore.kernel.points.ledgers.FanPointBuilder;
import encore.kernel.points.ledgers.FanPointCriteria;
import encore.kernel.points.ledgers.FanPointCriteria.Order;
import encore.kernel.time.Days;
import encore.kernel.time.EffectiveTime;
import encore.kernel.time.Moment;
import encore.query.documents.BoundedPaging;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps every record of points, by position. A window of days is a range of one index of the times that records count
 * at: their own, else their stamps.
 *
 * <p>There is no index by fan: awards go to fans in random order, so each would change another page of it. The boards
 * know the positions of a fan's records, in memory.
 */
@Component
class FanPointsProjection implements Projection.Partitioned {

    private static final Collection<FanPoint> FAN_POINTS = Collection.of(
            "fan_points", FanPoint.class, Index.on("account", "creationTimestamp"), Index.on("account", "pointCount"));

    private static final Keyset<FanPoint> BY_TIME =
            Keyset.byTime(FAN_POINTS, "creationTimestamp", FanPoint::creationTimestamp);
    private static final Keyset<FanPoint> BY_POSITION = Keyset.byKey(FAN_POINTS);
    private static final Keyset<FanPoint> BY_POINTS = Keyset.byNumber(FAN_POINTS, "pointCount", FanPoint::pointCount);

    private final QueryGateway queryGateway;

    FanPointsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_points", List.of(FAN_POINTS));
    }

    @Override
    public Stream<String> keys(RecordedEvent recordedEvent) {
        return Stream.of(Keyset.key(recordedEvent.position()));
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        LedgerId ledger = event.ledger();
        documents.put(
                FAN_POINTS,
                Keyset.key(recordedEvent.position()),
                FanPointBuilder.builder()
                        .account(ledger.account())
                        .fanPointUid(event.fanPointUid())
                        .fanId(ledger.fan().number())
                        .pointUid(ledger.pointUid())
                        .pointCount(event.count())
                        .pointType(event.pointType())
                        .pointSource(event.source())
                        .creationTimestamp(event.timeOf(recordedEvent.at()))
                        .recordedAt(new EffectiveTime(event.effectiveAt(), recordedEvent.at()).recordedAt())
                        .balance(event.balance())
                        .rewardUid(event.rewardUid())
                        .pageTabId(event.pageTabId())
                        .activityId(event.activityId())
                        .awardKey(event.awardKey())
                        .sessionHash(event.sessionHash())
                        .performanceUid(
                                event.quest() == null ? null : event.quest().performanceUid())
                        .causedBy(
                                event.quest() == null
                                        ? AwardCause.ofAutomation(recordedEvent)
                                        : AwardCause.ofQuest(event.activityId()))
                        .build());
    }

    @EventHandler
    void on(ZeroPointsRecord event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ZeroPoints record = event.zeroPoints(recordedEvent.position());
        if (record != null) {
            documents.put(
                    FAN_POINTS,
                    Keyset.key(recordedEvent.position()),
                    FanPoint.ofZeroPoints(record, event, AwardCause.of(record, recordedEvent), recordedEvent.at()));
        }
    }

    @QueryHandler
    Page<FanPoint> find(FindFanPoints query, Documents documents, Moment then) {
        FanPointCriteria criteria = query.criteria();
        // Some partitions may be ahead of this position. Their newer rows are left out: if a page ended with one of
        // them, the next page would skip the rows that another partition adds before it.
        BoundedPaging bounded = BoundedPaging.of(query.paging(), Math.min(then.position(), documents.position()));
        if (criteria.fanId() != null) {
            Keyset<FanPoint> walk = keyset(criteria.order(), BY_POSITION);
            return bounded.withBound(walk.page(
                    rowsOfFan(query, criteria.fanId(), bounded, documents), bounded.paging(), documents.position()));
        }
        // A row with a time that matches may still have a later position.
        String last = Keyset.key(bounded.bound());
        return bounded.withBound(keyset(criteria.order(), BY_TIME)
                .page(
                        documents,
                        condition(query, then),
                        bounded.paging(),
                        row -> row.key().compareTo(last) <= 0));
    }

    /** @param ascending the walk of rows that are not sorted by points */
    private static Keyset<FanPoint> keyset(Order order, Keyset<FanPoint> ascending) {
        return switch (order) {
            case ASC -> ascending;
            case DESC -> ascending.descending();
            case LEADERBOARD -> BY_POINTS.descending();
        };
    }

    private Stream<Row<FanPoint>> rowsOfFan(FindFanPoints query, long fan, BoundedPaging bounded, Documents documents) {
        FanPointCriteria criteria = query.criteria();
        List<String> keys = queryGateway
                .ask(new FindFanRecords(query.account(), fan, criteria.pointUid(), criteria.days()))
                .positions()
                .stream()
                .takeWhile(bounded::includes)
                .map(Keyset::key)
                .toList();
        if (criteria.order() == Order.LEADERBOARD) {
            return rows(keys.stream(), criteria, documents);
        }
        Keyset.KeysetPosition start = BY_POSITION.start(bounded.paging());
        Stream<String> remaining = criteria.order() == Order.ASC
                ? keys.stream().filter(key -> start == null || key.compareTo(start.key()) > 0)
                : keys.reversed().stream().filter(key -> start == null || key.compareTo(start.key()) < 0);
        return rows(remaining, criteria, documents).limit(query.paging().limit() + 1L);
    }

    private static Stream<Row<FanPoint>> rows(Stream<String> keys, FanPointCriteria criteria, Documents documents) {
        return keys.mapMulti((key, row) -> {
            FanPoint point = documents.get(FAN_POINTS, key);
            if (point != null
                    && (criteria.pageTabId() == null || criteria.pageTabId().equals(point.pageTabId()))) {
                row.accept(new Row<>(key, point));
            }
        });
    }

    private static Where condition(FindFanPoints query, Moment then) {
        FanPointCriteria criteria = query.criteria();
        List<Where> all = new ArrayList<>();
        all.add(Where.equal("account", query.account()));
        if (criteria.pointUid() != null) {
            all.add(Where.equal("pointUid", criteria.pointUid()));
        }
        if (criteria.pageTabId() != null) {
            all.add(Where.equal("pageTabId", criteria.pageTabId()));
        }
        if (!criteria.days().equals(Days.ALL)) {
            all.add(new Where.Range(
                    "creationTimestamp",
                    criteria.days().start(),
                    true,
                    criteria.days().end(),
                    false));
        }
        if (!then.isNow()) {
            all.add(new Where.Range("creationTimestamp", null, false, then.at(), true));
        }
        return new Where.And(all);
    }
}
