package encore.api.completions;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.completions.CompletionQuery.FindFanQuests;
import encore.kernel.completions.FanQuest;
import encore.kernel.people.Area;
import encore.kernel.time.AsOf;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Shows how the quests of a business stand for a fan. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/fans/{fan_id}/quests")
class ManagedFanQuestsController {

    record OfFan(
            long fanId,
            long businessId,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    private final Backend backend;

    ManagedFanQuestsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the quests of a business with their status for a fan")
    @GetMapping
    Mono<List<FanQuest>> findFanQuests(Caller caller, @Params OfFan in) {
        return backend.ask(
                caller, new FindFanQuests(caller.account(), in.businessId(), in.fanId(), Instant.now(), in.asOf()));
    }
}
