package encore.query.reports.readers;

import encore.kernel.Refusal;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamDays;
import encore.kernel.fanstreams.pages.StreamRecordQuery.FindStreamSummary;
import encore.kernel.fanstreams.pages.StreamRecordQuery.SummarizeRecords;
import encore.kernel.fanstreams.pages.StreamSummary;
import encore.kernel.fanstreams.pages.SummarySelection;
import encore.kernel.fanstreams.pages.SummarySelection.SummaryPart;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.StreamReport;
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
        List<StreamReport.Day> days =
                queryGateway
                        .ask(new FindStreamDays(scope.account(), streamKey(scope), scope.firstDay(), scope.lastDay()))
                        .stream()
                        .map(day -> new StreamReport.Day(
                                day.date(), day.total(), day.approvedTotal(), day.authors(), day.reach()))
                        .toList();
        return ReportDataBuilder.builder().stream(new StreamReport(summary(scope), days))
                .build();
    }

    private static String streamKey(ReportScope scope) {
        return Objects.requireNonNull(scope.subject().streamKey());
    }

    private StreamSummary summary(ReportScope scope) {
        String streamKey = streamKey(scope);
        // The last second of a selection is inclusive.
        SummarySelection selection = new SummarySelection(
                null,
                Objects.requireNonNull(scope.days().start()),
                Objects.requireNonNull(scope.days().end()).minusSeconds(1),
                Set.of(SummaryPart.values()));
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
