package encore.api.shows.bans;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.shows.bans.BanQuery.FindBansOfFan;
import encore.kernel.shows.bans.FanBan;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the shows that a fan is banned from. */
@RestController
@Access(scope = "manage", area = Area.MODERATION, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}/bans")
class BansOfFanController {

    record OfFan(long fanId) {}

    private final Backend backend;

    BansOfFanController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the bans of a fan that are in force, from all shows, the oldest first")
    @GetMapping
    Mono<List<FanBan>> findBansOfFan(Caller caller, @Params OfFan in) {
        return backend.ask(caller, new FindBansOfFan(caller.account(), in.fanId()));
    }
}
