package encore.api.rewards;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.rewards.RewardInput.DetailsMapper;
import encore.api.simulation.SimulatedFans;
import encore.api.wire.NdjsonLines;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.requirements.simulations.PlanCommand.PlanReward;
import encore.kernel.requirements.simulations.PlanCommand.PlanRewardChange;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationLine;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.codes.PrizeCodes;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Simulates rewards. */
@RestController
@Access(scope = "manage", area = Area.LOYALTY, readsOnly = true, lock = SECRET)
@RequestMapping("/api/v1/manage/rewards/simulate")
class RewardSimulationController {

    record Simulate(
            @Description("An existing reward, of which the other parameters are changes.") @Nullable @Size(max = 64)
            String rewardUid,

            @Description("Required without reward_uid.") @Nullable @Min(1) @Max(Ids.HIGHEST)
            Long businessId,

            @Description("Required without reward_uid.") @Nullable
            String rewardTitle,

            @Description("Required without reward_uid.") @Nullable
            RewardType rewardType,

            @Description("For prize_code: up to 10000, separated by commas or line feeds.")
            @Nullable
            @Size(max = PrizeCodes.LONGEST_TEXT)
            String prizeCodes,

            @Description("For prize_code: how many codes are added, when the codes themselves are not sent.")
            @Nullable
            @Min(0)
            @Max(PrizeCodes.MOST)
            Long prizeCodeCount,

            @Description("true switches the reward off, false on.") @Nullable
            Boolean isDisabled,

            @Description("The reward as if it had been made then. Absent: now, or at as_of.") @Nullable
            AsOf from,

            @Description("What happened after this moment does not count. A position, or a time.") @Nullable
            AsOf asOf,

            ClearedComponents cleared) {

        @AssertTrue(message = "is required without reward_uid")
        @ErrorField("business_id")
        boolean isBusinessGiven() {
            return rewardUid != null || businessId != null;
        }

        @AssertTrue(message = "is required without reward_uid")
        @ErrorField("reward_title")
        boolean isTitleGiven() {
            return rewardUid != null || rewardTitle != null;
        }

        @AssertTrue(message = "is required without reward_uid")
        @ErrorField("reward_type")
        boolean isTypeGiven() {
            return rewardUid != null || rewardType != null;
        }

        @AssertTrue(message = "must be up to 10000 codes, none of them twice")
        @ErrorField("prize_codes")
        boolean isACodeOnce() {
            List<String> all = codes();
            return all.size() <= PrizeCodes.MAX_OF_A_CALL && new HashSet<>(all).size() == all.size();
        }

        @AssertTrue(message = "must not come with prize_codes")
        @ErrorField("prize_code_count")
        boolean isCountedOnce() {
            return prizeCodeCount == null || prizeCodes == null;
        }

        List<String> codes() {
            return RewardInput.codes(prizeCodes);
        }

        long countOfCodes() {
            return prizeCodeCount == null ? codes().size() : prizeCodeCount;
        }

        RewardDetails details(RewardInput input) {
            return DetailsMapper.MAPPER.details(input, rewardTitle, isDisabled);
        }
    }

    private final Backend backend;
    private final SimulatedFans simulatedFans;

    RewardSimulationController(Backend backend, SimulatedFans simulatedFans) {
        this.backend = backend;
        this.simulatedFans = simulatedFans;
    }

    @Description(
            "Lists the fans who would get a reward by its rule, in the order of causes, as NDJSON; nothing is written")
    @PostMapping
    NdjsonLines<SimulationLine> simulateReward(Caller caller, @Params Simulate in, @Params RewardInput details) {
        Mono<SimulatedRule> rule =
                in.rewardUid() == null ? ofNew(caller, in, details) : ofChanged(caller, in.rewardUid(), in, details);
        return simulatedFans.of(caller, rule, in.from(), in.asOf());
    }

    private Mono<SimulatedRule> ofNew(Caller caller, Simulate in, RewardInput details) {
        var reward = new RewardId(caller.account(), Ids.uid());
        return backend.send(
                        caller,
                        new PlanReward(
                                reward,
                                Objects.requireNonNull(in.businessId()),
                                Objects.requireNonNull(in.rewardType()),
                                in.details(details)))
                .map(state -> SimulatedRule.ofReward(reward, state, in.countOfCodes(), false));
    }

    private Mono<SimulatedRule> ofChanged(Caller caller, String rewardUid, Simulate in, RewardInput details) {
        var reward = new RewardId(caller.account(), rewardUid);
        var change = details.change(in.details(details), in.cleared());
        return backend.send(caller, new PlanRewardChange(reward, change))
                .map(state -> SimulatedRule.ofReward(reward, state, in.countOfCodes(), true));
    }
}
