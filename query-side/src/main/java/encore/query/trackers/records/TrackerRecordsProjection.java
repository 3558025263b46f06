package encore.query.trackers.records;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.TrackerNumbers;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseChanged;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerPurchaseRecorded;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerNumbers;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRows;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRowsOfFan;
import encore.kernel.trackers.records.TrackerRecordQuery.NumbersOfTrackers;
import encore.kernel.trackers.records.TrackerRecordQuery.RecordSelection;
import encore.kernel.trackers.records.TrackerRecordRow;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the places of tracker events in the log, and the numbers of trackers. Everything else, and all personal data, is
 * read from the log, so nothing has to be removed here when a fan is erased or a month of visitors ends.
 */
@Component
class TrackerRecordsProjection implements Projection {

    private static final Collection<TrackerRecordRow> RECORDS = Collection.of(
            "records",
            TrackerRecordRow.class,
            Index.on("account", "recorded"),
            Index.on("account", "isClicked", "recorded"),
            Index.on("account", "purchaseEventName", "recorded"),
            Index.on("account", "fanId", "position"));

    /** The keys of the rows of purchases, by stream: later events must find their row. */
    private static final Collection<KeyOfPurchase> PURCHASES = Collection.of("purchases", KeyOfPurchase.class);

    private static final Collection<TrackerNumbers> NUMBERS = Collection.of("numbers", TrackerNumbers.class);
    private static final Collection<OrderRows> ORDERS = Collection.of("orders", OrderRows.class);
    private static final Keyset<TrackerRecordRow> BY_POSITION = Keyset.byPosition(RECORDS, TrackerRecordRow::position);
    private static final Keyset<TrackerRecordRow> BY_KEY = Keyset.byKey(RECORDS);
    private static final int PAGE_SIZE = 500;

    record KeyOfPurchase(String key) {}

    /** The number of purchases of an order that count for a tracker. */
    record OrderRows(long count) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("tracker_records", List.of(RECORDS, PURCHASES, NUMBERS, ORDERS));
    }

    @EventHandler
    @WithoutPersonalData
    void on(TrackerClickRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = Keyset.key(recordedEvent.position());
        if (documents.get(RECORDS, key) == null) {
            documents.put(
                    RECORDS,
                    key,
                    new TrackerRecordRow(
                            event.click().account(),
                            recordedEvent.position(),
                            recordedEvent.position(),
                            recordedEvent.at(),
                            true,
                            null,
                            number(event.fan()),
                            null));
            addNumbers(event.tracker(), 1, 0, TrackerNumbers.NO_CURRENCY, BigDecimal.ZERO, documents);
        }
    }

    @EventHandler
    @WithoutPersonalData
    void on(TrackerPurchaseRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = Keyset.key(recordedEvent.position());
        documents.put(PURCHASES, event.purchase().toString(), new KeyOfPurchase(key));
        if (documents.get(RECORDS, key) == null) {
            put(key, event, recordedEvent, null, documents);
        }
    }

    /** A retried dead letter may arrive after a later event of the purchase. */
    @EventHandler
    @WithoutPersonalData
    void on(TrackerPurchaseChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        KeyOfPurchase known = documents.get(PURCHASES, event.purchase().toString());
        TrackerRecordRow before = known == null ? null : documents.get(RECORDS, known.key());
        if (known != null && before != null && before.told() < recordedEvent.position()) {
            put(known.key(), event, recordedEvent, before, documents);
        }
    }

    private static void put(
            String key,
            TrackerPurchaseEvent event,
            RecordedEvent recordedEvent,
            @Nullable TrackerRecordRow before,
            Documents.Batch documents) {
        TrackerRecordRow after = new TrackerRecordRow(
                event.purchase().account(),
                before == null ? recordedEvent.position() : before.position(),
                recordedEvent.position(),
                before == null ? recordedEvent.at() : before.recorded(),
                false,
                event.details().purchaseEventName(),
                number(event.fan()),
                shareOf(event));
        if (before != null) {
            count(before.share(), -1, documents);
        }
        count(after.share(), 1, documents);
        documents.put(RECORDS, key, after);
    }

    private static TrackerRecordRow.@Nullable CountedShare shareOf(TrackerPurchaseEvent event) {
        TrackerId tracker = event.share().tracker();
        if (tracker == null || !event.share().isCounted()) {
            return null;
        }
        BigDecimal amount = event.details().purchaseAmount();
        String currency = event.details().currency();
        return new TrackerRecordRow.CountedShare(
                tracker,
                event.details().orderKey(),
                currency == null ? TrackerNumbers.NO_CURRENCY : currency,
                amount == null ? BigDecimal.ZERO : amount);
    }

    /** Adds a purchase to the numbers of its tracker, or takes it away. An order counts once. */
    private static void count(TrackerRecordRow.@Nullable CountedShare share, int sign, Documents.Batch documents) {
        if (share == null) {
            return;
        }
        long purchases = sign;
        if (share.orderKey() != null) {
            String key = share.tracker() + "/" + share.orderKey();
            OrderRows known = documents.get(ORDERS, key);
            long rows = (known == null ? 0 : known.count()) + sign;
            purchases = sign > 0 && rows > 1 || sign < 0 && rows > 0 ? 0 : sign;
            if (rows == 0) {
                documents.remove(ORDERS, key);
            } else {
                documents.put(ORDERS, key, new OrderRows(rows));
            }
        }
        BigDecimal amount = sign > 0 ? share.amount() : share.amount().negate();
        addNumbers(share.tracker(), 0, purchases, share.currency(), amount, documents);
    }

    private static void addNumbers(
            TrackerId tracker,
            long clicks,
            long purchases,
            String currency,
            BigDecimal amount,
            Documents.Batch documents) {
        TrackerNumbers before = documents.get(NUMBERS, tracker.toString());
        documents.put(
                NUMBERS,
                tracker.toString(),
                (before == null ? TrackerNumbers.NONE : before).plus(clicks, purchases, currency, amount));
    }

    private static @Nullable Long number(@Nullable FanId fan) {
        return fan == null ? null : fan.number();
    }

    @QueryHandler
    NumbersOfTrackers find(FindTrackerNumbers query, Documents documents) {
        List<String> keys = query.trackerIds().stream()
                .map(id -> new TrackerId(query.account(), id).toString())
                .toList();
        Map<Long, TrackerNumbers> found = new HashMap<>();
        documents
                .getAll(NUMBERS, keys)
                .forEach((key, numbers) ->
                        found.put(StreamId.parse(TrackerId.class, key).number(), numbers));
        return new NumbersOfTrackers(found);
    }

    @QueryHandler
    Page<TrackerRecordRow> find(FindTrackerRecordRowsOfFan query, Documents documents) {
        Where ofFan = Where.all(Where.equal("account", query.account()), Where.equal("fanId", query.fanId()));
        return BY_POSITION.page(documents, ofFan, query.paging());
    }

    /** Times never decrease from one position to the next, so this walks by position from the start of the window. */
    @QueryHandler
    Page<TrackerRecordRow> find(FindTrackerRecordRows query, Documents documents) {
        int limit = query.paging().limit() + 1;
        List<TrackerRecordRow> found = new ArrayList<>(limit);
        Where where = where(query.account(), query.selection());
        List<?> after = positionAfter(query.paging(), documents);
        Keyset.KeysetPosition start = BY_KEY.start(query.paging());
        List<Row<TrackerRecordRow>> rows;
        do {
            rows = documents.find(RECORDS, where, Order.ascending("recorded"), after, PAGE_SIZE);
            for (Row<TrackerRecordRow> row : rows) {
                boolean isAfter = start == null || row.key().compareTo(start.key()) > 0;
                if (isAfter && isWanted(row.document(), query.selection()) && found.size() < limit) {
                    found.add(row.document());
                }
                after = List.of(row.document().recorded(), row.key());
            }
        } while (rows.size() == PAGE_SIZE && found.size() < limit);
        return Page.of(found, query.paging().limit(), row -> Long.toString(row.position()), documents.position());
    }

    private static @Nullable List<?> positionAfter(NextKey paging, Documents documents) {
        Keyset.KeysetPosition start = BY_KEY.start(paging);
        TrackerRecordRow last = start == null ? null : documents.get(RECORDS, start.key());
        return last == null || start == null ? null : List.of(last.recorded(), start.key());
    }

    private static Where where(long account, RecordSelection selection) {
        Where window = Where.all(
                Where.equal("account", account),
                new Where.Range("recorded", selection.from(), true, selection.to(), false));
        if (selection.purchaseEventName() != null) {
            return Where.all(Where.equal("purchaseEventName", selection.purchaseEventName()), window);
        }
        return selection.isClicked() == null
                ? window
                : Where.all(Where.equal("isClicked", selection.isClicked()), window);
    }

    private static boolean isWanted(TrackerRecordRow row, RecordSelection selection) {
        return selection.isClicked() == null || selection.isClicked() == row.isClicked();
    }
}
