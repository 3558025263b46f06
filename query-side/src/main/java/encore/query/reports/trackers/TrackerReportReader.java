package encore.query.reports.trackers;

import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.TrackerRow;
import encore.kernel.settings.AccountSettingsQuery.FindAccountSettings;
import encore.kernel.time.DayCount;
import encore.kernel.trackers.TrackerDetails;
import encore.kernel.trackers.TrackerEntry;
import encore.kernel.trackers.TrackerNetwork;
import encore.kernel.trackers.TrackerQuery.FindTrackers;
import encore.kernel.trackers.records.TrackerRecordQuery.CountTrackerClicks;
import encore.kernel.trackers.records.TrackerRecordQuery.FindTrackerRecordRows;
import encore.kernel.trackers.records.TrackerRecordQuery.RecordSelection;
import encore.kernel.trackers.records.TrackerRecordRow;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the clicks and purchases of trackers by day. */
@Component
class TrackerReportReader implements ReportReader {

    private static final int PAGE = 5_000;

    private final QueryGateway queryGateway;

    TrackerReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.TRACKER;
    }

    @Override
    public ReportData read(ReportScope scope) {
        List<Long> named = Objects.requireNonNullElse(scope.subject().trackerIds(), List.<Long>of());
        Map<Long, TrackerEntry> entries =
                queryGateway
                        .ask(new FindTrackers(
                                scope.account(), named, scope.subject().group()))
                        .stream()
                        .collect(Collectors.toMap(
                                entry -> entry.tracker().tracker().number(),
                                entry -> entry,
                                (one, other) -> one,
                                LinkedHashMap::new));
        List<Long> ids = named.isEmpty() ? List.copyOf(entries.keySet()) : named;
        Map<Long, TrackerPurchases> purchases = purchases(scope);
        String currency = String.valueOf(
                queryGateway.ask(new FindAccountSettings(scope.account())).currency());
        return ReportDataBuilder.builder()
                .tracker(ids.stream()
                        .map(id -> row(
                                scope,
                                id,
                                entries.get(id),
                                purchases.getOrDefault(id, new TrackerPurchases()),
                                currency))
                        .toList())
                .build();
    }

    /** Reads the purchases of the window, by the trackers that they belong to. */
    private Map<Long, TrackerPurchases> purchases(ReportScope scope) {
        RecordSelection selection = new RecordSelection(
                Objects.requireNonNull(scope.days().start()),
                Objects.requireNonNull(scope.days().end()),
                null,
                false);
        Map<Long, TrackerPurchases> purchases = new HashMap<>();
        @Nullable String after = null;
        boolean more = true;
        while (more) {
            Page<TrackerRecordRow> page =
                    queryGateway.ask(new FindTrackerRecordRows(scope.account(), selection, new NextKey(after, PAGE)));
            for (TrackerRecordRow row : page.rows()) {
                if (row.share() != null) {
                    purchases
                            .computeIfAbsent(row.share().tracker().number(), id -> new TrackerPurchases())
                            .add(row);
                }
            }
            after = page.last();
            more = page.more();
        }
        return purchases;
    }

    private TrackerRow row(
            ReportScope scope, long id, @Nullable TrackerEntry entry, TrackerPurchases purchases, String currency) {
        Map<LocalDate, Long> clicks =
                queryGateway.ask(new CountTrackerClicks(scope.account(), id, scope.days())).stream()
                        .collect(Collectors.toMap(DayCount::date, DayCount::count));
        List<TrackerRow.Day> days = new ArrayList<>();
        for (LocalDate day : scope.eachDay()) {
            days.add(new TrackerRow.Day(
                    day, clicks.getOrDefault(day, 0L), purchases.count(day), purchases.amount(day, currency)));
        }
        @Nullable
        TrackerDetails details = entry == null ? null : entry.tracker().details();
        return new TrackerRow(
                id,
                details == null ? null : details.trackerName(),
                details == null ? null : details.trackerGroupName(),
                details == null ? null : Objects.requireNonNullElse(details.network(), TrackerNetwork.CUSTOM),
                clicks.values().stream().mapToLong(Long::longValue).sum(),
                purchases.count(),
                purchases.amount(currency),
                days);
    }
}
