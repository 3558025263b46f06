package encore.api.reports;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.records.StrictMapping;
import encore.kernel.reports.Report;
import encore.kernel.reports.ReportCommand.AddReport;
import encore.kernel.reports.ReportCommand.ChangeReport;
import encore.kernel.reports.ReportCommand.RemoveReport;
import encore.kernel.reports.ReportId;
import encore.kernel.reports.ReportQuery.FindManagedReport;
import encore.kernel.reports.ReportQuery.ListManagedReports;
import encore.kernel.reports.ReportSubject;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.ReportWindow;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Manages the reports of an account. */
@RestController
@Access(scope = "manage", area = Area.REPORTS, lock = SECRET)
@RequestMapping("/api/v1/manage/reports")
class ManagedReportsController {

    private static final int ROWS = 500;

    record One(@Size(max = 64) String reportUid) {}

    record Add(
            @NotBlank @Size(max = 255) String reportName,
            @NotNull ReportType reportType) {}

    record Change(
            @Size(max = 64) String reportUid,

            @Description("Cannot be cleared.") @Nullable @Size(max = 255)
            String reportName) {}

    /** The days of a report: two fixed days, or a number of days. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Window(
            @Description("The first day, UTC, with end_date.") @Nullable
            LocalDate startDate,

            @Description("The last day, UTC, inclusive.") @Nullable
            LocalDate endDate,

            @Description("The number of UTC days that end today, instead of fixed days.")
            @Nullable
            @Min(1)
            @Max(ReportWindow.MAX_DAYS)
            Integer lastDays) {

        ReportWindow days() {
            return new ReportWindow(startDate, endDate, lastDays);
        }

        @Nullable
        ReportWindow given() {
            return days().isEmpty() ? null : days();
        }
    }

    /** The subject of a report. Each type takes its own parameters. */
    record Subject(
            @Description("The campaign of an app report.") @Nullable
            Long pageTabId,

            @Description("The business of a business report.") @Nullable
            Long businessId,

            @Description("The idols of an idol report; one of idol_details.") @Size(max = 100)
            List<@NotBlank @Size(max = 64) String> idolUids,

            @Description("The stream of a stream report.") @Nullable @Size(max = 64)
            String streamKey,

            @Description("The trackers of a tracker report, or a group instead.") @Size(max = 100)
            List<@Min(1) @Max(Ids.HIGHEST) Long> trackerIds,

            @Description("The group of trackers of a tracker report: the ones that are in it when it is read.")
            @Nullable
            @Size(max = 255)
            String group,

            @Description("The network of a report about an ad account.") @Nullable @Size(max = 255)
            String network,

            @Description("The ad account of a report about an ad account.") @Nullable @Size(max = 255)
            String adAccountKey,

            @Description("The events of reports about tickets; ticket_sales and ticket_geo are about all without it.")
            @Size(max = 100)
            List<@NotBlank @Size(max = 64) String> eventUids) {

        ReportSubject subject() {
            return SubjectMapper.MAPPER.subject(this);
        }
    }

    @Mapper(config = StrictMapping.class)
    interface SubjectMapper {

        SubjectMapper MAPPER = new ManagedReportsController$SubjectMapperGenerated();

        ReportSubject subject(Subject input);
    }

    private final Backend backend;

    ManagedReportsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the reports as they were entered, oldest first")
    @GetMapping
    Flux<Report.Managed> all(Caller caller) {
        return Pages.all(
                after -> backend.ask(caller, new ListManagedReports(caller.account(), new NextKey(after, ROWS))));
    }

    @Description("Finds a report as it was entered, without its numbers")
    @GetMapping("/{report_uid}")
    Mono<Report.Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindManagedReport(caller.account(), in.reportUid()));
    }

    @Description("Adds a report of fixed days or of the last days")
    @PostMapping
    Mono<Report.Managed> add(Caller caller, @Params Add in, @Params Window window, @Params Subject subject) {
        var report = new ReportId(caller.account(), Ids.uid());
        return backend.save(
                caller, new AddReport(report, in.reportType(), in.reportName(), window.days(), subject.subject()));
    }

    @Description("Changes the name or the days of a report; its type and subject stay")
    @PostMapping("/{report_uid}")
    Mono<Report.Managed> change(Caller caller, @Params Change in, @Params Window window) {
        var report = new ReportId(caller.account(), in.reportUid());
        return backend.save(caller, new ChangeReport(report, in.reportName(), window.given()));
    }

    @Description("Removes a report; the numbers that it reads stay")
    @DeleteMapping("/{report_uid}")
    Mono<Boolean> remove(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveReport(new ReportId(caller.account(), in.reportUid())))
                .thenReturn(true);
    }
}
