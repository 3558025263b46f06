package encore.query.scans;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.Where;
import encore.kernel.StreamId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanQuery.FindScanRows;
import encore.kernel.scans.ScanQuery.FindScansHeldBy;
import encore.kernel.scans.ScanQuery.ScanSelection;
import encore.kernel.scans.ScanRow;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps scans as they were recorded, and the holders of codes that had none when they were scanned. It has no personal
 * data.
 */
@Component
class ScansProjection implements Projection {

    private static final Collection<ScanRow> SCANS = Collection.of(
            "scans",
            ScanRow.class,
            Index.on("account", "details.network", "recorded"),
            Index.on("account", "details.network", "details.scanGroupName", "recorded"),
            Index.on("holder"));

    private static final Collection<FoundCode> FOUND = Collection.of("found", FoundCode.class, Index.on("holder"));
    private static final Keyset<ScanRow> BY_KEY = Keyset.byKey(SCANS);
    private static final Keyset<FoundCode> CODES = Keyset.byKey(FOUND);
    private static final int PAGE_SIZE = 500;

    /**
     * A code whose holder became known after a scan of it.
     *
     * @param holder the stream of a registration or a ticket
     */
    record FoundCode(String code, String holder) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("scans", List.of(SCANS, FOUND));
    }

    @EventHandler
    void on(ScanRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(
                SCANS,
                Keyset.key(recordedEvent.position()),
                new ScanRow(
                        event.scan().account(),
                        recordedEvent.position(),
                        recordedEvent.at(),
                        event.holder(),
                        event.details()));
    }

    @EventHandler
    void on(CodeFound event, RecordedEvent recordedEvent, Documents.Batch documents) {
        documents.put(FOUND, event.code().toString(), new FoundCode(event.code().toString(), event.holder()));
    }

    /** Times never decrease from one position to the next, so this walks by scan_key from the start of the window. */
    @QueryHandler
    Page<ScanRow> find(FindScanRows query, Documents documents) {
        int limit = query.paging().limit() + 1;
        List<ScanRow> found = new ArrayList<>(limit);
        List<?> after = positionAfter(query.paging(), documents);
        Keyset.KeysetPosition start = BY_KEY.start(query.paging());
        List<Row<ScanRow>> rows;
        do {
            rows = documents.find(
                    SCANS, where(query.account(), query.selection()), Order.ascending("recorded"), after, PAGE_SIZE);
            for (Row<ScanRow> row : rows) {
                boolean shown = (start == null || row.key().compareTo(start.key()) > 0)
                        && startsWith(
                                row.document().details().scanGroupName(),
                                query.selection().prefix());
                if (shown && found.size() < limit) {
                    found.add(withHolder(row.document(), documents));
                }
                after = List.of(row.document().recorded(), row.key());
            }
        } while (rows.size() == PAGE_SIZE && found.size() < limit);
        return Page.of(found, query.paging().limit(), row -> Long.toString(row.position()), documents.position());
    }

    @QueryHandler
    List<ScanRow> find(FindScansHeldBy query, Documents documents) {
        return query.holders().stream()
                .flatMap(holder -> Stream.concat(
                        Stream.of(holder),
                        CODES.all(documents, Where.equal("holder", holder)).map(FoundCode::code)))
                .flatMap(holder -> BY_KEY.all(documents, Where.equal("holder", holder)))
                .map(row -> withHolder(row, documents))
                .sorted(Comparator.comparingLong(ScanRow::position))
                .toList();
    }

    private static @Nullable List<?> positionAfter(NextKey paging, Documents documents) {
        Keyset.KeysetPosition start = BY_KEY.start(paging);
        ScanRow last = start == null ? null : documents.get(SCANS, start.key());
        return last == null || start == null ? null : List.of(last.recorded(), start.key());
    }

    private static Where where(long account, ScanSelection filter) {
        Where window = Where.all(
                Where.equal("account", account),
                Where.equal("details.network", filter.network()),
                new Where.Range(
                        "recorded", filter.days().start(), true, filter.days().end(), false));
        return filter.scanGroupName() == null
                ? window
                : Where.all(Where.equal("details.scanGroupName", filter.scanGroupName()), window);
    }

    private static boolean startsWith(@Nullable String name, @Nullable String prefix) {
        return prefix == null
                || name != null && name.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT));
    }

    private static ScanRow withHolder(ScanRow row, Documents documents) {
        FoundCode foundCode = StreamId.isOf(CodeId.class, row.holder()) ? documents.get(FOUND, row.holder()) : null;
        return foundCode == null
                ? row
                : new ScanRow(row.account(), row.position(), row.recorded(), foundCode.holder(), row.details());
    }
}
