package encore.api.registrations;

import static encore.api.access.Lock.SECRET;
import static encore.api.input.OptionalText.blankToNull;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.scans.CodeId;
import encore.kernel.scans.RecordedScan;
import encore.kernel.scans.RecordedScans;
import encore.kernel.scans.ScanCommand.RecordScan;
import encore.kernel.scans.ScanCommand.RecordScans;
import encore.kernel.scans.ScanDetails;
import encore.kernel.scans.ScanDetailsBuilder;
import encore.kernel.scans.ScanId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Records scans that scanners at doors report. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/scans")
class ManagedScansController {

    private static final int MAX_SCANS = 500;

    record Save(
            @Description("The scans. The body may also be the list itself.") @NotEmpty @Size(max = MAX_SCANS)
            List<@Valid Row> scans) {}

    /** A scan as the scanner reports it, with at least one code. */
    record Row(
            @NotBlank @Size(max = 255) String network,

            @Description("A scan with a known source_key is a duplicate.") @Nullable @Size(max = 255)
            String sourceKey,

            Instant scanTimestamp,

            @Description("The codes are looked up in this order: registration_key, ticket_key, lookup_id, barcode.")
            @Nullable
            @Size(max = 255)
            String registrationKey,

            @Nullable @Size(max = 255) String ticketKey,
            @Nullable @Size(max = 255) String lookupId,
            @Nullable @Size(max = 255) String barcode,
            @Nullable @Size(max = 255) String eventKey,
            @Nullable Boolean isSuccess,

            @Description("For example IN or OUT.") @Nullable @Size(max = 64)
            String accessMode,

            @Nullable @Size(max = 255) String scanGroupName,
            @Nullable @Size(max = 255) String fgtSiteName,
            @Nullable Long fgtSiteId,
            @Nullable @Size(max = 255) String fgtZoneName) {

        @AssertTrue(message = "or a ticket_key, lookup_id or barcode is required")
        @ErrorField("registration_key")
        boolean isOfSomething() {
            return !details().codes().isEmpty();
        }

        ScanDetails details() {
            return ScanDetailsBuilder.builder()
                    .network(network)
                    .sourceKey(blankToNull(sourceKey))
                    .scanTimestamp(scanTimestamp)
                    .registrationKey(blankToNull(registrationKey))
                    .ticketKey(blankToNull(ticketKey))
                    .lookupId(blankToNull(lookupId))
                    .barcode(blankToNull(barcode))
                    .eventKey(blankToNull(eventKey))
                    .isSuccess(isSuccess)
                    .accessMode(blankToNull(accessMode))
                    .scanGroupName(blankToNull(scanGroupName))
                    .fgtSiteName(blankToNull(fgtSiteName))
                    .fgtSiteId(fgtSiteId)
                    .fgtZoneName(blankToNull(fgtZoneName))
                    .build();
        }

        RecordScan command(long account) {
            return new RecordScan(new ScanId(account, Ids.uid()), new CodeId(account, Ids.uid()), details());
        }
    }

    private final Backend backend;

    ManagedScansController(Backend backend) {
        this.backend = backend;
    }

    @Description("Records scans; each belongs to the fan who holds its code, now or later")
    @PostMapping
    Mono<List<RecordedScan>> recordScans(Caller caller, @Params Save in) {
        List<RecordScan> scans =
                in.scans().stream().map(row -> row.command(caller.account())).toList();
        return backend.send(caller, new RecordScans(new ScanId(caller.account(), Ids.uid()), scans))
                .map(RecordedScans::scans);
    }
}
