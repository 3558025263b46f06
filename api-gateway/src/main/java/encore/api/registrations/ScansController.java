package encore.api.registrations;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.scans.Scan;
import encore.kernel.scans.ScanQuery.FindScans;
import encore.kernel.scans.ScanQuery.ScanSelection;
import encore.kernel.time.Days;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists scans at doors. */
@RestController
@Access(scope = "crm", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/crm/registrations/scans")
class ScansController {

    private static final int ROWS = 1_000;
    private static final Pages.Next NEXT = Pages.always("next_scan_key");

    /** Criteria of scans. A scan must meet all that are given. */
    @AscendingRange(start = "startDate", end = "endDate")
    record Find(
            @Description("Either this or a prefix is required.") @Nullable @Size(max = 255)
            String scanGroupName,

            @Description("Upper and lower case are the same.") @Nullable @Size(max = 255)
            String scanGroupNamePrefix,

            @Description("The first UTC day on which the scans were recorded.")
            LocalDate startDate,

            @Description("The last UTC day on which the scans were recorded.")
            LocalDate endDate,

            @NotBlank @Size(max = 255) String network,

            @Description("The key in meta of the page before.") @Nullable @Pattern(regexp = "\\d{1,16}")
            String nextScanKey,

            @Nullable @Size(max = 255) String venueName,
            @Nullable LocalDate eventDate) {

        @AssertTrue(message = "or scan_group_name_prefix is required")
        @ErrorField("scan_group_name")
        boolean isOfAGroup() {
            return scanGroupName != null || scanGroupNamePrefix != null;
        }

        NextKey paging() {
            return new NextKey(nextScanKey, ROWS);
        }

        FindScans query(long account) {
            ScanSelection selection =
                    new ScanSelection(network, scanGroupName, scanGroupNamePrefix, new Days(startDate, endDate));
            return new FindScans(account, selection, venueName, eventDate, paging());
        }
    }

    private final Backend backend;

    ScansController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists scans by scan_key, with the holders of the codes as far as they are known")
    @GetMapping
    Mono<Listing<Pages.NextMeta, Scan>> find(Caller caller, @Params Find in) {
        return backend.ask(caller, in.query(caller.account())).map(page -> NEXT.answer(in.paging(), page));
    }
}
