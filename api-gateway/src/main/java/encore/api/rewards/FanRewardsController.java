package encore.api.rewards;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RewardCommand.AssignReward;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.FindWonRewards;
import encore.kernel.rewards.issuances.WonReward;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves the rewards that a fan has, and assigns rewards by hand (spec 3, 4). */
@RestController
@Access(scope = "apps", area = Area.LOYALTY, lock = SECRET)
@RequestMapping("/api/v1/ent/businesses/{business_id}/fans/{fan_id}/rewards")
class FanRewardsController {

    record OfFan(
            @Min(1) @Max(Ids.HIGHEST) long businessId,
            @Min(1) @Max(Ids.HIGHEST) long fanId,
            @Nullable @Size(max = 64) String performanceUid,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record Assign(
            @Min(1) @Max(Ids.HIGHEST) long businessId,
            @Min(1) @Max(Ids.HIGHEST) long fanId,
            @Size(max = 64) String rewardUid) {}

    private final Backend backend;

    FanRewardsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the rewards of a business that a fan has, as they were issued")
    @GetMapping
    Mono<List<WonReward>> findFanRewards(Caller caller, @Params OfFan in) {
        return backend.ask(
                caller,
                new FindWonRewards(
                        caller.account(), in.fanId(), in.businessId(), in.performanceUid(), Instant.now(), in.asOf()));
    }

    @Description("Assigns an active reward to a fan, once; a repeat gets the first answer")
    @PostMapping
    Mono<IssuedReward> assignReward(Caller caller, @Params Assign in) {
        var reward = new RewardId(caller.account(), in.rewardUid());
        return backend.send(caller, new AssignReward(reward, in.businessId(), in.fanId(), Ids.uid(), Instant.now()));
    }
}
