package encore.query.trackers.records;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.paging.Page;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.purchases.PurchaseVisitor;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseChanged;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.records.TrackerRecord;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRows;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRowsOfFan;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecords;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordsOfFan;
import encore.kernel.trackers.records.TrackerRecordRow;
import encore.query.documents.EventReader;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Joins pages of tracker events with the details of each from the log. */
@Component
class TrackerRecordsFromLog implements QueryComponent {

    private static final Set<Class<?>> EVENTS =
            Set.of(TrackerClickRecorded.class, TrackerPurchaseRecorded.class, TrackerPurchaseChanged.class);

    private final QueryGateway queryGateway;
    private final EventReader events;

    TrackerRecordsFromLog(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    Page<TrackerRecord> find(FindTrackerRecords query) {
        return read(queryGateway.ask(new FindTrackerRecordRows(query.account(), query.selection(), query.paging())));
    }

    @QueryHandler
    Page<TrackerRecord> find(FindTrackerRecordsOfFan query) {
        return read(queryGateway.ask(new FindTrackerRecordRowsOfFan(query.account(), query.fanId(), query.paging())));
    }

    /** The personal data of a purchase is in its first event, everything else in its last one. */
    private Page<TrackerRecord> read(Page<TrackerRecordRow> page) {
        Map<Long, RecordedEvent> byPosition = events.readRecorded(
                page.rows().stream().flatMapToLong(row -> LongStream.of(row.position(), row.told())), EVENTS);
        List<TrackerRecord> records = page.rows().stream()
                .map(row -> record(row, byPosition))
                .filter(Objects::nonNull)
                .toList();
        return new Page<>(records, page.first(), page.last(), page.more(), page.position());
    }

    private static @Nullable TrackerRecord record(TrackerRecordRow row, Map<Long, RecordedEvent> byPosition) {
        RecordedEvent first = byPosition.get(row.position());
        RecordedEvent last = byPosition.get(row.told());
        if (first == null || last == null) {
            return null;
        }
        if (first.event() instanceof TrackerClickRecorded click) {
            return TrackerRecord.of(click, row.recorded());
        }
        PurchaseVisitor visitor = ((TrackerPurchaseRecorded) first.event()).visitor();
        return TrackerRecord.of(
                (TrackerPurchaseEvent) last.event(), visitor == null ? PurchaseVisitor.NONE : visitor, row.recorded());
    }
}
