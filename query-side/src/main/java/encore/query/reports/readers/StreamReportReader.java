package encore.query.reports.readers;

import encore.kernel.Refusal;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamSummary;
import encore.kernel.fanstreams.pages.StreamRecordQuery.SummarizeRecords;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.pages.SummarySelection;
import encore.kernel.fanstreams.pages.SummarySelection.SummaryPart;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.StreamReport;
import encore.kernel.time.Days;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Reads the summary of a stream, and its numbers of each day. */
@Component
class StreamReportReader implements ReportReader {

    /** The largest record_limit of a stream. */
    private static final int KEPT = 100_000;

    private final QueryGateway queryGateway;

    StreamReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.STREAM;
    }

    @Override
    public ReportData read(ReportScope scope) {
        List<StreamReport.Day> days = scope.eachDay().stream()
                .map(day -> {
                    StreamSummary summary = summary(scope, new Days(day, day), Set.of());
                    return new StreamReport.Day(
                            day, summary.total(), summary.approvedTotal(), summary.authors(), summary.reach());
                })
                .toList();
        return ReportDataBuilder.builder().stream(
                        new StreamReport(summary(scope, scope.days(), Set.of(SummaryPart.values())), days))
                .build();
    }

    private StreamSummary summary(ReportScope scope, Days days, Set<SummaryPart> parts) {
        String streamKey = Objects.requireNonNull(scope.subject().streamKey());
        // The last second of a selection is inclusive.
        SummarySelection selection = new SummarySelection(
                null,
                Objects.requireNonNull(days.start()),
                Objects.requireNonNull(days.end()).minusSeconds(1),
                parts);
        try {
            return queryGateway.ask(new FindStreamSummary(scope.account(), streamKey, true, selection));
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.UNKNOWN) {
                throw refusal;
            }
            // The stream was deleted; its records are still counted.
            return queryGateway.ask(new SummarizeRecords(scope.account(), streamKey, KEPT, selection));
        }
    }
}
