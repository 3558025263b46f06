package encore.query.audit;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.audit.AuditQuery.FindAuditedPoints;
import encore.kernel.audit.AuditedPoint;
import encore.kernel.audit.AuditedPointBuilder;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.people.ActorNames;
import encore.kernel.people.PeopleQuery.FindActorNames;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindLedgerRows;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.kernel.points.ledgers.LedgerRow;
import encore.kernel.time.EffectiveTime;
import encore.kernel.time.Moment;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Answers the events of a fan's ledgers, read from the log itself. The leaderboards' documents only give their
 * positions.
 */
@Component
class LedgerAudit implements QueryComponent {

    private final EventTail tail;
    private final QueryGateway queryGateway;
    private final EventCatalogue catalogue = EventCatalogue.load();

    LedgerAudit(EventTail tail, QueryGateway queryGateway) {
        this.tail = tail;
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<AuditedPoint> find(FindAuditedPoints query, Moment then) {
        // The history of an erased fan stays.
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        if (query.pointUid() != null) {
            queryGateway.ask(new FindPointType(query.account(), query.pointUid()));
        }
        List<LedgerRow> byPosition =
                queryGateway.ask(new FindLedgerRows(query.account(), query.fanId(), query.pointUid(), query.days()));
        boolean isNewestFirst = query.order() == FindAuditedPoints.Order.DESC;
        List<LedgerRow> rows = (isNewestFirst ? byPosition.reversed() : byPosition)
                .stream()
                        .filter(row -> row.position() <= then.position())
                        .filter(row -> isAfter(row, query.paging().after(), isNewestFirst))
                        .limit(query.paging().limit() + 1L)
                        .toList();
        ActorNames names = queryGateway.ask(new FindActorNames(query.account()));
        return Page.of(rows, query.paging().limit(), row -> Long.toString(row.position()), tail.head())
                .map(row -> toAuditedPoint(row, tail.read(row.position() - 1, 1).getFirst(), names));
    }

    private static boolean isAfter(LedgerRow row, @Nullable String key, boolean isNewestFirst) {
        if (key == null) {
            return true;
        }
        long position = Long.parseLong(key);
        return isNewestFirst ? row.position() < position : row.position() > position;
    }

    private AuditedPoint toAuditedPoint(LedgerRow row, RecordedEvent recordedEvent, ActorNames names) {
        if (!(recordedEvent.event() instanceof PointsAwarded event)) {
            throw new IllegalStateException("There is no award at position " + row.position());
        }
        String actor = recordedEvent.origin().actor();
        return AuditedPointBuilder.builder()
                .type(catalogue.of(PointsAwarded.class).type())
                .position(recordedEvent.position())
                .time(recordedEvent.at())
                .pointUid(event.ledger().pointUid())
                .fanPointUid(event.fanPointUid())
                .pointCount(event.count())
                .balance(row.balance())
                .pointType(event.pointType())
                .pointSource(event.source())
                .command(recordedEvent.origin().command())
                .actor(actor)
                .awardKey(event.awardKey())
                .effectiveAtIso(new EffectiveTime(event.effectiveAt(), recordedEvent.at()).shown())
                .actorLabel(names.of(actor))
                .build();
    }
}
