package encore.query.reports;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.paging.Paging.NextKey;
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
import encore.query.ProjectionUnderTest;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReportsProjectionTest {

    private static final LocalDate TODAY = LocalDate.parse("2026-03-10");
    private static final ReportId FANS = new ReportId(7, "b-fans");
    private static final ReportId CODES = new ReportId(7, "a-codes");
    private static final ReportWindow WEEK = new ReportWindow(null, null, 7);
    private static final ReportWindow JANUARY =
            new ReportWindow(LocalDate.parse("2026-01-01"), LocalDate.parse("2026-01-31"), null);

    private final ProjectionUnderTest<ReportsProjection> reports = new ProjectionUnderTest<>(ReportsProjection::new);

    @AfterEach
    void close() {
        reports.close();
    }

    @Test
    void reports_stand_in_order_of_creation_with_their_days_of_today() {
        reports.given(
                added(FANS, ReportType.CRM, WEEK),
                added(new ReportId(8, "c"), ReportType.CRM, WEEK),
                added(CODES, ReportType.SMS, JANUARY));
        assertThat(list())
                .containsExactly(
                        new Report("b-fans", "Mine", ReportType.CRM, LocalDate.parse("2026-03-04"), TODAY, null),
                        new Report(
                                "a-codes",
                                "Mine",
                                ReportType.SMS,
                                LocalDate.parse("2026-01-01"),
                                LocalDate.parse("2026-01-31"),
                                null));
    }

    @Test
    void changes_and_the_latest_read_are_shown() {
        reports.given(
                added(FANS, ReportType.CRM, WEEK),
                new ReportChanged(FANS, "Yours", JANUARY),
                new ReportRead(FANS, START.plusSeconds(120)),
                new ReportRead(FANS, START.plusSeconds(60)),
                new ReportRead(CODES, START));
        Report.Managed expected = new Report.Managed(
                "b-fans", "Yours", ReportType.CRM, JANUARY, ReportSubject.NONE, START.plusSeconds(120), START);
        assertThat(reports.<Report.Managed>read(
                        documents -> reports.projection().find(new FindManagedReport(7, "b-fans"), documents)))
                .isEqualTo(expected);
        try (var again = reports.replayed()) {
            assertThat(again.<List<Report.Managed>>read(documents -> again.projection()
                            .find(new ListManagedReports(7, new NextKey(null, 10)), documents)
                            .rows()))
                    .containsExactly(expected);
        }
    }

    @Test
    void a_removed_report_and_one_of_another_account_are_unknown() {
        reports.given(added(FANS, ReportType.CRM, WEEK), new ReportRemoved(FANS), added(CODES, ReportType.SMS, WEEK));
        assertThat(list()).extracting(Report::reportUid).containsExactly("a-codes");
        for (FindManagedReport unknown :
                List.of(new FindManagedReport(7, "b-fans"), new FindManagedReport(8, "a-codes"))) {
            assertThatThrownBy(
                            () -> reports.read(documents -> reports.projection().find(unknown, documents)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
    }

    private List<Report> list() {
        return reports.read(documents -> reports.projection()
                .find(new ListReports(7, TODAY, new NextKey(null, 10)), documents)
                .rows());
    }

    private static ReportAdded added(ReportId report, ReportType type, ReportWindow window) {
        return new ReportAdded(report, type, "Mine", window, ReportSubject.NONE);
    }
}
