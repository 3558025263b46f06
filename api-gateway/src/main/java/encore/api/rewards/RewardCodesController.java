package encore.api.rewards;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.FindPrizeCodeStock;
import encore.kernel.rewards.codes.PrizeCodeCommand.AddPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCount;
import encore.kernel.rewards.codes.PrizeCodeStock;
import encore.kernel.rewards.codes.PrizeCodes;
import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the prize codes of a reward. No code is ever answered here. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/rewards/{reward_uid}/codes")
class RewardCodesController {

    record OfReward(@Size(max = 64) String rewardUid) {}

    record Add(
            @Size(max = 64) String rewardUid,

            @Description("Up to 10000, separated by commas or line feeds.") @Size(max = PrizeCodes.LONGEST_TEXT)
            String prizeCodes) {}

    private final Backend backend;

    RewardCodesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Counts the prize codes of a reward")
    @GetMapping
    Mono<PrizeCodeStock> countPrizeCodes(Caller caller, @Params OfReward in) {
        return backend.ask(caller, new FindPrizeCodeStock(caller.account(), in.rewardUid()));
    }

    @Description("Adds prize codes to a reward, all or none; answers how many it has now")
    @PostMapping
    Mono<PrizeCodeCount> addPrizeCodes(Caller caller, @Params Add in) {
        return backend.send(
                caller,
                new AddPrizeCodes(new RewardId(caller.account(), in.rewardUid()), RewardInput.codes(in.prizeCodes())));
    }
}
