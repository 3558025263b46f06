package encore.api.fans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.fans.input.FanSearch;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.segments.FanCount;
import encore.kernel.segments.SegmentQuery.CountFoundFans;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Counts all fans that a search finds. The pages of a search only say how many rows each has. */
@RestController
@Access(scope = "manage", area = Area.FANS, lock = SECRET)
@RequestMapping("/api/v1/manage/fan_count")
class FanCountController {

    private final Backend backend;

    FanCountController(Backend backend) {
        this.backend = backend;
    }

    @Description("Counts the fans that a search finds now; limit, max_count and search_uid are not used")
    @GetMapping
    Mono<FanCount> countFans(Caller caller, @Params FanSearch in) {
        return backend.ask(caller, new CountFoundFans(caller.account(), in.criteria(), LocalDate.now(ZoneOffset.UTC)));
    }
}
