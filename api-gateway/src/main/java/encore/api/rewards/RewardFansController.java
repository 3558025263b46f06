package encore.api.rewards;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.Listing;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.people.Area;
import encore.kernel.rewards.RewardQuery.FindRewardFans;
import encore.kernel.rewards.issuances.RewardFan;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Lists the fans that have a reward. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/rewards/{reward_uid}/fans")
class RewardFansController {

    private static final int ROWS = 1_000;
    private static final Pages.Next NEXT = Pages.next("next_fan_key");

    record OfReward(
            @Size(max = 64) String rewardUid,

            @Description("next_fan_key of the page before.") @Nullable @Pattern(regexp = Pages.ROW_KEY)
            String nextFanKey,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    private final Backend backend;

    RewardFansController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the fans that have a reward, as they got it, with the positions that led to it")
    @GetMapping
    Mono<Listing<Pages.NextMeta, RewardFan>> listRewardFans(Caller caller, @Params OfReward in) {
        var paging = new NextKey(in.nextFanKey(), ROWS);
        return backend.ask(caller, new FindRewardFans(caller.account(), in.rewardUid(), paging, in.asOf()))
                .map(page -> NEXT.answer(paging, page));
    }
}
