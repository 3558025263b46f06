package encore.command.reports;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.adstats.AdAccountId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanstreams.FanStreamId;
import encore.kernel.idols.IdolId;
import encore.kernel.reports.ReportCommand.AddReport;
import encore.kernel.reports.ReportCommand.ChangeReport;
import encore.kernel.reports.ReportCommand.NoteReportRead;
import encore.kernel.reports.ReportCommand.RemoveReport;
import encore.kernel.reports.ReportEvent.ReportAdded;
import encore.kernel.reports.ReportEvent.ReportChanged;
import encore.kernel.reports.ReportEvent.ReportRead;
import encore.kernel.reports.ReportEvent.ReportRemoved;
import encore.kernel.reports.ReportId;
import encore.kernel.reports.ReportSubject;
import encore.kernel.reports.ReportSubjectBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.ReportUid;
import encore.kernel.reports.ReportWindow;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.trackers.TrackerId;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ManagedReportTest {

    private static final ReportId REPORT = new ReportId(7, "r-1");
    private static final ReportWindow WEEK = new ReportWindow(null, null, 7);
    private static final ReportWindow MAY =
            new ReportWindow(LocalDate.parse("2026-05-01"), LocalDate.parse("2026-05-31"), null);

    private final AggregateUnderTest<ManagedReport> report = new AggregateUnderTest<>(ManagedReport.class);

    @BeforeEach
    void things_exist() {
        report.streams
                .open(new CampaignId(7, 11))
                .open(new BusinessId(7, 12))
                .open(new IdolId(7, "i-1"))
                .open(new IdolId(7, "i-2"))
                .open(new FanStreamId(7, "wall"))
                .open(new TrackerId(7, 13))
                .open(AdAccountId.of(7, "adnet", "act_1"))
                .open(new TicketEventId(7, "e-1"));
    }

    @ParameterizedTest
    @EnumSource
    void each_type_is_added_with_its_subject(ReportType type) {
        ReportSubject subject = subjectOf(type);
        report.givenNoPriorActivity()
                .when(new AddReport(REPORT, type, "Mine", WEEK, subject))
                .expectEvents(new ReportAdded(REPORT, type, "Mine", WEEK, subject))
                .expectResultMessagePayload(new ReportUid("r-1"));
    }

    @ParameterizedTest
    @EnumSource
    void a_type_takes_no_other_subject_and_needs_its_own(ReportType type) {
        for (String parameter : type.required()) {
            report.givenNoPriorActivity()
                    .when(new AddReport(REPORT, type, "Mine", WEEK, without(subjectOf(type), parameter)))
                    .expectNoEvents()
                    .expectException(refusalNaming(parameter));
        }
        if (!type.takes("business_id")) {
            report.givenNoPriorActivity()
                    .when(new AddReport(
                            REPORT,
                            type,
                            "Mine",
                            WEEK,
                            ReportSubjectBuilder.builder(subjectOf(type))
                                    .businessId(12L)
                                    .build()))
                    .expectNoEvents()
                    .expectException(refusalNaming("business_id"));
        }
    }

    @Test
    void an_unknown_subject_is_named() {
        unknown(ReportType.APP, ReportSubjectBuilder.builder().pageTabId(99L).build(), "page_tab_id");
        unknown(
                ReportType.BUSINESS,
                ReportSubjectBuilder.builder().businessId(99L).build(),
                "business_id");
        unknown(
                ReportType.STREAM,
                ReportSubjectBuilder.builder().streamKey("none").build(),
                "stream_key");
        unknown(
                ReportType.TRACKER,
                ReportSubjectBuilder.builder().trackerIds(List.of(13L, 99L)).build(),
                "tracker_ids");
        unknown(ReportType.TRACKER, ReportSubject.NONE, "tracker_ids");
        unknown(
                ReportType.TRACKER,
                ReportSubjectBuilder.builder()
                        .trackerIds(List.of(13L))
                        .group("tour")
                        .build(),
                "tracker_ids");
        unknown(
                ReportType.TRACKER,
                ReportSubjectBuilder.builder().group("winter").build(),
                "group");
        unknown(
                ReportType.FB_ADACCOUNT,
                ReportSubjectBuilder.builder()
                        .network("adnet")
                        .adAccountKey("act_9")
                        .build(),
                "ad_account_key");
        unknown(ReportType.IDOL, idols("i-1", "i-9"), "idol_uids");
        unknown(ReportType.IDOL_DETAILS, idols("i-1", "i-2"), "idol_uids");
        unknown(
                ReportType.TICKET_SALES,
                ReportSubjectBuilder.builder().eventUids(List.of("e-9")).build(),
                "event_uids");
    }

    private void unknown(ReportType type, ReportSubject subject, String parameter) {
        report.givenNoPriorActivity()
                .when(new AddReport(REPORT, type, "Mine", WEEK, subject))
                .expectNoEvents()
                .expectException(refusalNaming(parameter));
    }

    @ParameterizedTest
    @CsvSource({
        ",,,start_date",
        "2026-05-01,,,end_date",
        ",2026-05-01,,start_date",
        "2026-05-02,2026-05-01,,end_date",
        "2025-05-01,2026-05-02,,end_date",
        "2026-05-01,2026-05-02,3,last_days",
        ",,0,last_days",
        ",,367,last_days"
    })
    void its_days_are_fixed_or_the_last_ones(
            @Nullable LocalDate start, @Nullable LocalDate end, @Nullable Integer last, String parameter) {
        ReportWindow wrong = new ReportWindow(start, end, last);
        report.givenNoPriorActivity()
                .when(new AddReport(REPORT, ReportType.CRM, "Mine", wrong, ReportSubject.NONE))
                .expectNoEvents()
                .expectException(refusalNaming(parameter));
        report.given(added())
                .when(new ChangeReport(REPORT, null, wrong))
                .expectNoEvents()
                .expectException(refusalNaming(parameter));
    }

    @Test
    void a_year_and_a_day_are_the_most() {
        ReportWindow year = new ReportWindow(LocalDate.parse("2024-01-01"), LocalDate.parse("2024-12-31"), null);
        report.givenNoPriorActivity()
                .when(new AddReport(REPORT, ReportType.CRM, "Mine", year, ReportSubject.NONE))
                .expectEvents(new ReportAdded(REPORT, ReportType.CRM, "Mine", year, ReportSubject.NONE));
    }

    @Test
    void name_and_days_change_alone_or_together() {
        report.given(added())
                .when(new ChangeReport(REPORT, "Yours", null))
                .expectEvents(new ReportChanged(REPORT, "Yours", WEEK));
        report.given(added())
                .when(new ChangeReport(REPORT, null, MAY))
                .expectEvents(new ReportChanged(REPORT, "Mine", MAY));
        report.given(added(), new ReportChanged(REPORT, "Yours", MAY))
                .when(new ChangeReport(REPORT, "Yours", MAY))
                .expectNoEvents()
                .expectResultMessagePayload(new ReportUid("r-1"));
        report.given(added())
                .when(new ChangeReport(REPORT, " ", null))
                .expectNoEvents()
                .expectException(refusalNaming("report_name"));
    }

    @Test
    void a_read_is_recorded_once_a_minute() {
        report.given(added()).when(new NoteReportRead(REPORT, NOW)).expectEvents(new ReportRead(REPORT, NOW));
        report.given(added(), new ReportRead(REPORT, NOW))
                .when(new NoteReportRead(REPORT, NOW.plusSeconds(59)))
                .expectNoEvents();
        report.given(added(), new ReportRead(REPORT, NOW))
                .when(new NoteReportRead(REPORT, NOW.plusSeconds(60)))
                .expectEvents(new ReportRead(REPORT, NOW.plusSeconds(60)));
    }

    @Test
    void a_report_is_removed_and_its_uid_is_taken() {
        report.given(added()).when(new RemoveReport(REPORT)).expectEvents(new ReportRemoved(REPORT));
        report.given(added())
                .when(new AddReport(REPORT, ReportType.CRM, "Mine", WEEK, ReportSubject.NONE))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "report-uid-taken"));
    }

    private static ReportAdded added() {
        return new ReportAdded(REPORT, ReportType.CRM, "Mine", WEEK, ReportSubject.NONE);
    }

    private static ReportSubject idols(String... uids) {
        return ReportSubjectBuilder.builder().idolUids(List.of(uids)).build();
    }

    private static ReportSubject subjectOf(ReportType type) {
        return switch (type) {
            case APP -> ReportSubjectBuilder.builder().pageTabId(11L).build();
            case BUSINESS -> ReportSubjectBuilder.builder().businessId(12L).build();
            case IDOL -> idols("i-1", "i-2");
            case IDOL_DETAILS -> idols("i-1");
            case TICKET_COMPARE, TICKET_GEO, TICKET_SALES ->
                ReportSubjectBuilder.builder().eventUids(List.of("e-1")).build();
            case FB_ADACCOUNT, ADWORDS_ADACCOUNT ->
                ReportSubjectBuilder.builder()
                        .network("adnet")
                        .adAccountKey("act_1")
                        .build();
            case STREAM -> ReportSubjectBuilder.builder().streamKey("wall").build();
            case TRACKER ->
                ReportSubjectBuilder.builder().trackerIds(List.of(13L)).build();
            default -> ReportSubject.NONE;
        };
    }

    private static ReportSubject without(ReportSubject subject, String parameter) {
        ReportSubjectBuilder builder = ReportSubjectBuilder.builder(subject);
        return switch (parameter) {
            case "page_tab_id" -> builder.pageTabId(null).build();
            case "business_id" -> builder.businessId(null).build();
            case "idol_uids" -> builder.idolUids(null).build();
            case "event_uids" -> builder.eventUids(null).build();
            case "stream_key" -> builder.streamKey(null).build();
            case "network" -> builder.network(null).build();
            case "ad_account_key" -> builder.adAccountKey(null).build();
            default -> throw new IllegalArgumentException(parameter);
        };
    }
}
