package encore.query.reports;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.paging.Page;
import encore.kernel.reports.Report;
import encore.kernel.reports.ReportEvent.ReportAdded;
import encore.kernel.reports.ReportEvent.ReportChanged;
import encore.kernel.reports.ReportEvent.ReportRead;
import encore.kernel.reports.ReportEvent.ReportRemoved;
import encore.kernel.reports.ReportId;
import encore.kernel.reports.ReportQuery.FindManagedReport;
import encore.kernel.reports.ReportQuery.ListManagedReports;
import encore.kernel.reports.ReportQuery.ListReports;
import encore.kernel.reports.ReportSubject;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.ReportWindow;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Keeps the reports of each account, without their numbers. */
@Component
class ReportsProjection implements Projection {

    private static final Catalogue<StoredReport> REPORTS = Catalogue.of("reports", StoredReport.class);

    /**
     * A report with all its changes applied.
     *
     * @param lastRead the latest read that was noted; null before the first
     */
    record StoredReport(
            String uid,
            String name,
            ReportType type,
            ReportWindow window,
            ReportSubject subject,
            @Nullable Instant lastRead) {

        StoredReport readAt(Instant at) {
            return new StoredReport(
                    uid, name, type, window, subject, lastRead == null || at.isAfter(lastRead) ? at : lastRead);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("reports", List.of(REPORTS.collection()));
    }

    @EventHandler
    void on(ReportAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        REPORTS.add(
                event.report(),
                new StoredReport(
                        event.report().uid(),
                        event.reportName(),
                        event.reportType(),
                        event.window(),
                        event.reportSubject(),
                        null),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(ReportChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        REPORTS.change(
                event.report(),
                before -> new StoredReport(
                        before.uid(),
                        event.reportName(),
                        before.type(),
                        event.window(),
                        before.subject(),
                        before.lastRead()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(ReportRead event, RecordedEvent recordedEvent, Documents.Batch documents) {
        REPORTS.change(event.report(), before -> before.readAt(event.at()), recordedEvent, documents);
    }

    @EventHandler
    void on(ReportRemoved event, Documents.Batch documents) {
        REPORTS.remove(event.report(), documents);
    }

    @QueryHandler
    Page<Report> find(ListReports query, Documents documents) {
        return REPORTS.page(query.account(), query.paging(), documents)
                .map(entry -> managed(entry).toReport(query.today()));
    }

    @QueryHandler
    Page<Report.Managed> find(ListManagedReports query, Documents documents) {
        return REPORTS.page(query.account(), query.paging(), documents).map(ReportsProjection::managed);
    }

    @QueryHandler
    Report.Managed find(FindManagedReport query, Documents documents) {
        return managed(REPORTS.one(new ReportId(query.account(), query.reportUid()), documents));
    }

    private static Report.Managed managed(CatalogueEntry<StoredReport> entry) {
        StoredReport report = entry.thing();
        return new Report.Managed(
                report.uid(),
                report.name(),
                report.type(),
                report.window(),
                report.subject(),
                report.lastRead(),
                entry.createdAt());
    }
}
