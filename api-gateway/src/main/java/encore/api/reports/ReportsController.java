package encore.api.reports;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.reports.Report;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportQuery.FindReportData;
import encore.kernel.reports.ReportQuery.ListReports;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves the reports of an account and their numbers. */
@RestController
@Access(scope = "reports", area = Area.REPORTS, lock = SECRET)
@RequestMapping("/api/v1/reports")
class ReportsController {

    private static final int ROWS = 500;

    record One(@Size(max = 64) String reportUid) {}

    private final Backend backend;
    private final ReportReads reads;

    ReportsController(Backend backend, ReportReads reads) {
        this.backend = backend;
        this.reads = reads;
    }

    @Description("Lists the reports, oldest first")
    @GetMapping
    Flux<Report> listReports(Caller caller) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        return Pages.all(
                after -> backend.ask(caller, new ListReports(caller.account(), today, new NextKey(after, ROWS))));
    }

    @Description("Reads the numbers of a report, under the name of its type")
    @GetMapping("/{report_uid}")
    Mono<ReportData> findReportNumbers(Caller caller, ServerHttpRequest request, @Params One in) {
        // A report of a year with many purchases takes longer than a read may.
        return backend.ask(caller, new FindReportData(caller.account(), in.reportUid(), Instant.now()))
                .contextWrite(Pace.STREAM::addTo)
                .doOnNext(data -> reads.note(caller, request, in.reportUid()));
    }
}
