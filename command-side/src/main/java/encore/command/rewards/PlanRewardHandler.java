package encore.command.rewards;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.requirements.simulations.PlanCommand.PlanReward;
import encore.kernel.requirements.simulations.PlanCommand.PlanRewardChange;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.TellReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardState;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Answers what a reward would be, for a simulation. It checks what creating and changing check, except that the title is
 * free, and writes nothing.
 */
@Component
class PlanRewardHandler {

    @CommandHandler
    RewardState decide(PlanReward command, Streams streams, Dispatch dispatch) {
        long account = command.reward().account();
        streams.mustBeOpen(new BusinessId(account, command.businessId()), "business_id");
        RewardDetails details = RewardRules.normalised(
                command.rewardType(), Patch.of(command.details()).applyTo(RewardDetails.NONE));
        RewardRules.mustBeComplete(command.rewardType(), details);
        RewardRules.theNamedExist(account, command.businessId(), details, List.of(), streams);
        CreateReward create =
                new CreateReward(command.reward(), command.businessId(), command.rewardType(), details, List.of());
        String pointUid = CreateRewardHandler.pointUid(create, streams, dispatch);
        return new RewardState(command.businessId(), command.rewardType(), pointUid, details, 0, false);
    }

    @CommandHandler
    RewardState decide(PlanRewardChange command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.reward(), "reward_uid");
        RewardState now = dispatch.send(new TellReward(command.reward()));
        if (now.isDeleted()) {
            throw Refusal.unknownId("reward_uid");
        }
        RewardDetails after =
                RewardRules.normalised(now.rewardType(), command.change().applyTo(now.details()));
        RewardRules.mustBeComplete(now.rewardType(), after);
        List<Long> required = now.details().requiredPageTabIds();
        RewardRules.theNamedExist(
                command.reward().account(),
                now.businessId(),
                Patch.between(now.details(), after).given(),
                required == null ? List.of() : required,
                streams);
        return new RewardState(now.businessId(), now.rewardType(), now.pointUid(), after, now.issued(), false);
    }
}
