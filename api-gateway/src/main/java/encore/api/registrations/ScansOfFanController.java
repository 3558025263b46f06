package encore.api.registrations;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.scans.Scan;
import encore.kernel.scans.ScanQuery.FindScansOfFan;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the scans of a fan's codes on all networks. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}/scans")
class ScansOfFanController {

    record OfFan(long fanId) {}

    private final Backend backend;

    ScansOfFanController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the scans of a fan's tickets, registrations and identifiers by scan_key")
    @GetMapping
    Mono<List<Scan>> findScansOfFan(Caller caller, @Params OfFan in) {
        return backend.ask(caller, new FindScansOfFan(caller.account(), in.fanId()));
    }
}
