package encore.api.rewards;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.problems.Ids;
import encore.api.rewards.RewardInput.DetailsMapper;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.Criteria;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages rewards: lists them with their status, and changes them. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/manage/rewards")
class ManagedRewardsController {

    private static final int ROWS = 500;

    record Some(
            @Nullable @Min(1) @Max(Ids.HIGHEST) Long businessId,
            @Nullable @Size(max = 64) String performanceUid,
            @Nullable RewardStatus status,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record One(
            @Size(max = 64) String rewardUid,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record Change(
            @Size(max = 64) String rewardUid,

            @Description("Cannot be cleared.") @Nullable String rewardTitle,

            @Nullable @Size(max = 64) String mediaUid,

            @Description("The place in lists, lowest first.") @Nullable @Min(0) @Max(Ids.HIGHEST)
            Long orderIdx,

            @Description("true switches the reward off: nobody gets it any more.") @Nullable
            Boolean isDisabled,

            ClearedComponents cleared) {}

    private final Backend backend;

    ManagedRewardsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists rewards with their status, as they were created")
    @GetMapping
    ListOrPage<Reward.Managed> all(Caller caller, @Params Some in, @Params NamesPaging paging) {
        var criteria = new Criteria(in.businessId(), in.performanceUid(), in.status());
        Instant now = Instant.now();
        return paging.withoutInSearch("as_of", in.asOf())
                .answer(
                        ROWS,
                        page -> backend.ask(
                                caller, new FindManagedRewards(caller.account(), criteria, now, page, in.asOf())));
    }

    @Description("Finds a reward")
    @GetMapping("/{reward_uid}")
    Mono<Reward.Managed> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindManagedReward(caller.account(), in.rewardUid(), Instant.now(), in.asOf()));
    }

    @Description("Changes a reward, except for its type; an empty expiration_timestamp removes the timezone too")
    @PostMapping("/{reward_uid}")
    Mono<Reward.Managed> change(Caller caller, @Params Change in, @Params RewardInput details) {
        var change = details.change(DetailsMapper.MAPPER.details(details, in), in.cleared());
        return backend.save(
                caller, new ChangeReward(new RewardId(caller.account(), in.rewardUid()), change, Instant.now()));
    }
}
