package encore.api.rewards;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.api.wire.DayOrTime;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging;
import encore.kernel.people.Area;
import encore.kernel.rewards.RewardQuery.FindRewardUpdates;
import encore.kernel.rewards.issuances.RewardUpdate;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists changed rewards, each once, at its latest change, and all issuances. Vendors read it. */
@RestController
@Access(scope = "apps", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/ent/reward_updates")
class RewardUpdatesController {

    private static final int ROWS = 1_000;
    private static final Pages.Times TIMES = Pages.times("reward_time_key");

    record Since(
            @Description("Only changes and issuances on this UTC day, or at this time, or later.") @Nullable
            DayOrTime lastUpdateDate,

            @Description("max_reward_time_key of the page before.")
            @Nullable
            @Pattern(regexp = Pages.TIME_KEY, message = "must be <unix_time>_<milliseconds>_<position>")
            String minTimeKey) {}

    private final Backend backend;

    RewardUpdatesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists rewards at their latest change, and each issuance to a fan in the order of issue")
    @GetMapping
    Mono<Listing<Pages.TimesMeta, RewardUpdate>> findRewardUpdates(Caller caller, @Params Since in) {
        var paging = new Paging.TimeKeys(in.minTimeKey(), null, ROWS);
        Instant from = in.lastUpdateDate() == null ? null : in.lastUpdateDate().start();
        return backend.ask(caller, new FindRewardUpdates(caller.account(), from, Instant.now(), paging))
                .map(page -> TIMES.answer(paging, page));
    }
}
