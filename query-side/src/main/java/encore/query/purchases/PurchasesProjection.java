package encore.query.purchases;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseEvent;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRows;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsOfFan;
import encore.kernel.purchases.PurchaseQuery.FindPurchaseRowsWithoutFan;
import encore.kernel.purchases.PurchaseRow;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps the log position of every purchase, by network and day, and by fan. All other fields, and all personal data,
 * are read from the log, so nothing has to be removed here when a fan is erased.
 */
@Component
class PurchasesProjection implements Projection {

    private static final Collection<PurchaseRow> PURCHASES = Collection.of(
            "purchases",
            PurchaseRow.class,
            Index.on("account", "network", "day", "position"),
            Index.on("account", "network", "month", "position"),
            Index.on("account", "network", "position"),
            Index.on("account", "fanId", "position"));

    private static final Keyset<PurchaseRow> BY_POSITION = Keyset.byPosition(PURCHASES, PurchaseRow::position);
    private static final PurchaseDayWindows WINDOWS = new PurchaseDayWindows(PURCHASES);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("purchases", List.of(PURCHASES));
    }

    @EventHandler
    @WithoutPersonalData
    void on(PurchaseRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event, recordedEvent, documents);
    }

    @EventHandler
    @WithoutPersonalData
    void on(PurchaseChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        put(event, recordedEvent, documents);
    }

    /** Stores the latest event of a purchase. A retried dead letter may arrive after a later event. */
    private static void put(PurchaseEvent.PurchaseState event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = event.purchase().toString();
        PurchaseRow previous = documents.get(PURCHASES, key);
        if (previous == null || previous.told() < recordedEvent.position()) {
            long first = previous == null ? recordedEvent.position() : previous.position();
            documents.put(PURCHASES, key, row(event, first, recordedEvent.position()));
        }
    }

    private static PurchaseRow row(PurchaseEvent.PurchaseState event, long first, long position) {
        PurchaseDetails details = event.details();
        Instant ordered = details.orderTimestamp();
        LocalDate day = ordered == null ? LocalDate.EPOCH : LocalDate.ofInstant(ordered, ZoneOffset.UTC);
        FanId fan = event.fan();
        return new PurchaseRow(
                event.purchase().account(),
                first,
                position,
                fan == null ? null : fan.number(),
                String.valueOf(details.network()),
                PurchaseDayWindows.day(day),
                PurchaseDayWindows.month(day),
                details.productName(),
                details.merchantKey(),
                details.locationKey());
    }

    @QueryHandler
    Page<PurchaseRow> find(FindPurchaseRows query, Documents documents) {
        return WINDOWS.page(documents, query.account(), query.selection(), query.paging());
    }

    @QueryHandler
    Page<PurchaseRow> find(FindPurchaseRowsOfFan query, Documents documents) {
        Where ofFan = Where.all(Where.equal("account", query.account()), Where.equal("fanId", query.fanId()));
        return BY_POSITION.page(documents, ofFan, query.paging());
    }

    @QueryHandler
    Page<PurchaseRow> find(FindPurchaseRowsWithoutFan query, Documents documents) {
        Where ofNetwork = Where.all(Where.equal("account", query.account()), Where.equal("network", query.network()));
        Page<PurchaseRow> page = BY_POSITION.page(documents, ofNetwork, query.paging());
        List<PurchaseRow> rows =
                page.rows().stream().filter(row -> row.fanId() == null).toList();
        return new Page<>(rows, page.first(), page.last(), page.more(), page.position());
    }
}
