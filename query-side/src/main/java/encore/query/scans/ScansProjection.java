package encore.query.scans;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.Paging.NextKey;
import encore.kernel.scans.CodeEvent.CodeFound;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.ScanEvent.ScanRecorded;
import encore.kernel.scans.ScanQuery.FindScanRows;
import encore.kernel.scans.ScanQuery.FindScansHeldBy;
import encore.kernel.scans.ScanQuery.Wanted;
import encore.kernel.scans.ScanRow;
import encore.query.projection.Keyset;
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

    private static final Collection<Found> FOUND = Collection.of("found", Found.class, Index.on("holder"));
    private static final Keyset<ScanRow> BY_KEY = Keyset.byKey(SCANS);
    private static final Keyset<Found> CODES = Keyset.byKey(FOUND);
    private static final int PORTION = 500;

    /**
     * A code whose holder became known after a scan of it.
     *
     * @param holder the stream of a registration or a ticket
     */
    record Found(String code, String holder) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("scans", List.of(SCANS, FOUND));
    }

    @EventHandler
    void on(ScanRecorded event, Recorded recorded, Documents.Batch documents) {
        documents.put(
                SCANS,
                Keyset.key(recorded.position()),
                new ScanRow(
                        event.scan().account(), recorded.position(), recorded.at(), event.holder(), event.details()));
    }

    @EventHandler
    void on(CodeFound event, Recorded recorded, Documents.Batch documents) {
        documents.put(FOUND, event.code().toString(), new Found(event.code().toString(), event.holder()));
    }

    /** Times never decrease from one position to the next, so this walks by scan_key from the start of the window. */
    @QueryHandler
    Page<ScanRow> find(FindScanRows query, Documents documents) {
        int wanted = query.paging().limit() + 1;
        List<ScanRow> found = new ArrayList<>(wanted);
        List<?> after = after(query.paging(), documents);
        Keyset.Place behind = BY_KEY.behind(query.paging());
        List<Row<ScanRow>> rows;
        do {
            rows = documents.find(
                    SCANS, where(query.account(), query.wanted()), Order.ascending("recorded"), after, PORTION);
            for (Row<ScanRow> row : rows) {
                boolean shown = (behind == null || row.key().compareTo(behind.key()) > 0)
                        && begins(
                                row.document().details().scanGroupName(),
                                query.wanted().prefix());
                if (shown && found.size() < wanted) {
                    found.add(held(row.document(), documents));
                }
                after = List.of(row.document().recorded(), row.key());
            }
        } while (rows.size() == PORTION && found.size() < wanted);
        return Page.of(found, query.paging().limit(), row -> Long.toString(row.position()), documents.position());
    }

    @QueryHandler
    List<ScanRow> find(FindScansHeldBy query, Documents documents) {
        return query.holders().stream()
                .flatMap(holder -> Stream.concat(
                        Stream.of(holder),
                        CODES.all(documents, Where.equal("holder", holder)).map(Found::code)))
                .flatMap(holder -> BY_KEY.all(documents, Where.equal("holder", holder)))
                .map(row -> held(row, documents))
                .sorted(Comparator.comparingLong(ScanRow::position))
                .toList();
    }

    private static @Nullable List<?> after(NextKey paging, Documents documents) {
        Keyset.Place behind = BY_KEY.behind(paging);
        ScanRow last = behind == null ? null : documents.get(SCANS, behind.key());
        return last == null || behind == null ? null : List.of(last.recorded(), behind.key());
    }

    private static Where where(long account, Wanted wanted) {
        Where window = Where.all(
                Where.equal("account", account),
                Where.equal("details.network", wanted.network()),
                new Where.Range(
                        "recorded", wanted.days().start(), true, wanted.days().end(), false));
        return wanted.scanGroupName() == null
                ? window
                : Where.all(Where.equal("details.scanGroupName", wanted.scanGroupName()), window);
    }

    private static boolean begins(@Nullable String name, @Nullable String prefix) {
        return prefix == null
                || name != null && name.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT));
    }

    private static ScanRow held(ScanRow row, Documents documents) {
        Found found = CodeId.is(row.holder()) ? documents.get(FOUND, row.holder()) : null;
        return found == null
                ? row
                : new ScanRow(row.account(), row.position(), row.recorded(), found.holder(), row.details());
    }
}
