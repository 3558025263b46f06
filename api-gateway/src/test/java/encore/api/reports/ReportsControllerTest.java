package encore.api.reports;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.reports.Report;
import encore.kernel.reports.ReportCommand.AddReport;
import encore.kernel.reports.ReportCommand.ChangeReport;
import encore.kernel.reports.ReportCommand.NoteReportRead;
import encore.kernel.reports.ReportCommand.RemoveReport;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportId;
import encore.kernel.reports.ReportQuery.FindManagedReport;
import encore.kernel.reports.ReportQuery.FindReportData;
import encore.kernel.reports.ReportQuery.ListManagedReports;
import encore.kernel.reports.ReportQuery.ListReports;
import encore.kernel.reports.ReportSubject;
import encore.kernel.reports.ReportSubjectBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.ReportUid;
import encore.kernel.reports.ReportWindow;
import encore.kernel.reports.data.SmsReport;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.reactive.server.WebTestClient;

class ReportsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(ReportsController.class, ManagedReportsController.class, ReportReads.class);

    private static final String REPORTS = "/api/v1/reports";
    private static final String MANAGED = "/api/v1/manage/reports";
    private static final ReportId ID = new ReportId(7, "r-1");
    private static final Instant MADE = Instant.ofEpochSecond(1_777_665_600);
    private static final Report.Managed ENTERED = new Report.Managed(
            "r-1", "Codes", ReportType.SMS, new ReportWindow(null, null, 7), ReportSubject.NONE, MADE, MADE);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_report() {
        backend.on(
                        ListReports.class,
                        query -> new Page<>(
                                List.of(ENTERED.toReport(LocalDate.parse("2026-05-07"))), "1", "1", false, 9))
                .on(ListManagedReports.class, query -> new Page<>(List.of(ENTERED), "1", "1", false, 9))
                .on(FindManagedReport.class, query -> ENTERED)
                .on(
                        FindReportData.class,
                        query -> ReportDataBuilder.builder()
                                .sms(new SmsReport(3, 2, 1, List.of()))
                                .build())
                .on(AddReport.class, command -> new ReportUid("r-1"))
                .on(ChangeReport.class, command -> new ReportUid("r-1"))
                .on(NoteReportRead.class, command -> new ReportUid("r-1"))
                .on(RemoveReport.class, command -> new ReportUid("r-1"));
    }

    @Test
    void reports_are_listed_with_their_days() {
        client.get().uri(REPORTS).exchange().expectStatus().isOk().expectBody().json("""
                [{"report_uid": "r-1", "report_name": "Codes", "report_type": "sms", "start_date": "2026-05-01",
                  "end_date": "2026-05-07", "last_access_timestamp": 1777665600}]""");
    }

    @Test
    void numbers_stand_under_the_type_and_the_read_is_noted() {
        client.get()
                .uri(REPORTS + "/r-1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                {"sms": {"requested": 3, "sent": 2, "failed": 1, "days": []}}""", JsonCompareMode.STRICT);
        assertThat(backend.sent)
                .singleElement()
                .isInstanceOfSatisfying(
                        NoteReportRead.class, read -> assertThat(read.report()).isEqualTo(ID));
    }

    @Test
    void a_head_request_is_no_read() {
        client.head().uri(REPORTS + "/r-1").exchange().expectStatus().isOk();
        assertThat(backend.sent).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | report_name=Idols&report_type=idol&start_date=2026-05-01&end_date=2026-05-02&idol_uids[]=a&idol_uids[]=b",
                "application/json | {\"report_name\": \"Idols\", \"report_type\": \"idol\", \"start_date\": \"2026-05-01\", \"end_date\": \"2026-05-02\", \"idol_uids\": [\"a\", \"b\"]}"
            })
    void one_is_added(String type, String body) {
        GATEWAY.post(MANAGED, type, body).isOk().expectBody().json("{\"report_uid\": \"r-1\", \"last_days\": 7}");
        AddReport sent = (AddReport) backend.sent.getFirst();
        assertThat(sent)
                .isEqualTo(new AddReport(
                        sent.report(),
                        ReportType.IDOL,
                        "Idols",
                        new ReportWindow(LocalDate.parse("2026-05-01"), LocalDate.parse("2026-05-02"), null),
                        ReportSubjectBuilder.builder()
                                .idolUids(List.of("a", "b"))
                                .build()));
    }

    @Test
    void one_is_changed_read_and_removed() {
        GATEWAY.post(MANAGED + "/r-1", "application/x-www-form-urlencoded", "last_days=30")
                .isOk();
        assertThat(backend.sent.getLast()).isEqualTo(new ChangeReport(ID, null, new ReportWindow(null, null, 30)));
        GATEWAY.post(MANAGED + "/r-1", "application/json", "{\"report_name\": \"SMS\"}")
                .isOk();
        assertThat(backend.sent.getLast()).isEqualTo(new ChangeReport(ID, "SMS", null));
        client.get().uri(MANAGED).exchange().expectStatus().isOk();
        client.get().uri(MANAGED + "/r-1").exchange().expectStatus().isOk();
        client.delete().uri(MANAGED + "/r-1").exchange().expectStatus().isOk();
        assertThat(backend.sent.getLast()).isEqualTo(new RemoveReport(ID));
    }

    @ParameterizedTest
    @CsvSource({
        "report_type=sms&last_days=7, report_name",
        "report_name=Codes&last_days=7, report_type",
        "report_name=Codes&report_type=fax&last_days=7, report_type",
        "report_name=Codes&report_type=sms&last_days=0, last_days",
        "report_name=Codes&report_type=sms&last_days=367, last_days",
        "report_name=Codes&report_type=sms&start_date=2026-05-02&end_date=2026-05-01, end_date"
    })
    void wrong_input_is_named(String form, String field) {
        GATEWAY.post(MANAGED, "application/x-www-form-urlencoded", form)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }
}
