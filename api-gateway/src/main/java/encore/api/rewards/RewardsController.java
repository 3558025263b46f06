package encore.api.rewards;

import static encore.api.access.Lock.KEY;
import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.rewards.RewardInput.DetailsMapper;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.DeleteReward;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.FindRewards;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.codes.PrizeCodes;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the rewards of a business (spec 3, 4). */
@RestController
@Access(scope = "apps", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/ent/businesses/{business_id}/rewards")
class RewardsController {

    record OfBusiness(
            @Min(1) @Max(Ids.HIGHEST) long businessId,
            @Nullable @Size(max = 64) String performanceUid,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record One(
            @Min(1) @Max(Ids.HIGHEST) long businessId,
            @Size(max = 64) String rewardUid) {}

    record Add(
            @Min(1) @Max(Ids.HIGHEST) long businessId,
            @NotBlank String rewardTitle,
            RewardType rewardType,

            @Description("For prize_code: up to 10000, separated by commas or line feeds.")
            @Nullable
            @Size(max = PrizeCodes.LONGEST_TEXT)
            String prizeCodes) {}

    private final Backend backend;

    RewardsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the rewards of a business, by order_idx and then as they were created")
    @Access(scope = "apps", lock = KEY)
    @GetMapping
    Mono<List<Reward>> all(Caller caller, @Params OfBusiness in) {
        return backend.ask(
                caller,
                new FindRewards(caller.account(), in.businessId(), in.performanceUid(), Instant.now(), in.asOf()));
    }

    @Description("Creates a reward; fields that do not belong to its type or requirement are ignored")
    @PostMapping
    Mono<RewardUid> create(Caller caller, @Params Add in, @Params RewardInput details) {
        var reward = new RewardId(caller.account(), Ids.uid());
        return backend.send(
                caller,
                new CreateReward(
                        reward,
                        in.businessId(),
                        in.rewardType(),
                        DetailsMapper.MAPPER.details(details, in.rewardTitle(), null),
                        RewardInput.codes(in.prizeCodes())));
    }

    @Description("Deletes a reward; fans keep it")
    @DeleteMapping("/{reward_uid}")
    Mono<Boolean> delete(Caller caller, @Params One in) {
        return backend.send(caller, new DeleteReward(new RewardId(caller.account(), in.rewardUid()), in.businessId()))
                .thenReturn(true);
    }
}
