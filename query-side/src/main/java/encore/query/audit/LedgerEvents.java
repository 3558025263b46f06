package encore.query.audit;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.Moment;
import encore.kernel.Page;
import encore.kernel.accounts.AccountQuery.FindKeys;
import encore.kernel.accounts.ApiKey;
import encore.kernel.audit.AuditQuery.FindAuditedPoints;
import encore.kernel.audit.AuditedPoint;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.points.LedgerRow;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsQuery.FindLedgerRows;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Answers the events of a fan's ledgers, read from the log itself. The leaderboards' documents only give their
 * positions.
 */
@Component
class LedgerEvents implements QueryComponent {

    private final EventTail tail;
    private final QueryGateway questions;
    private final EventCatalogue catalogue = EventCatalogue.load();

    LedgerEvents(EventTail tail, QueryGateway questions) {
        this.tail = tail;
        this.questions = questions;
    }

    @QueryHandler
    Page<AuditedPoint> find(FindAuditedPoints query, Moment then) {
        // The history of an erased fan stays.
        questions.ask(RequireFan.everKnown(query.account(), query.fanId()));
        if (query.pointUid() != null) {
            questions.ask(new FindPointType(query.account(), query.pointUid()));
        }
        String key = query.paging().after();
        long after = key == null ? 0 : Long.parseLong(key);
        List<LedgerRow> rows =
                questions
                        .ask(new FindLedgerRows(query.account(), query.fanId(), query.pointUid(), query.days()))
                        .stream()
                        .filter(row -> row.position() > after && row.position() <= then.position())
                        .limit(query.paging().limit() + 1L)
                        .toList();
        Map<String, String> labels = questions.ask(new FindKeys(query.account())).stream()
                .collect(Collectors.toMap(one -> "key:" + one.apiKey(), ApiKey::label));
        return Page.of(rows, query.paging().limit(), row -> Long.toString(row.position()), tail.head())
                .map(row -> audited(row, tail.read(row.position() - 1, 1).getFirst(), labels));
    }

    private AuditedPoint audited(LedgerRow row, Recorded recorded, Map<String, String> labels) {
        if (!(recorded.event() instanceof PointsAwarded event)) {
            throw new IllegalStateException("There is no award at position " + row.position());
        }
        String actor = recorded.origin().actor();
        @Nullable String label = labels.get(actor);
        return new AuditedPoint(
                catalogue.of(PointsAwarded.class).type(),
                recorded.position(),
                recorded.at(),
                event.ledger().pointUid(),
                event.fanPointUid(),
                event.count(),
                row.balance(),
                event.pointType(),
                event.source(),
                event.awardKey(),
                recorded.origin().command(),
                actor,
                label);
    }
}
