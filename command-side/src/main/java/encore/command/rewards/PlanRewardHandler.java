package encore.command.rewards;

import encore.command.lookups.BusinessPointType;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.requirements.simulations.PlanCommand.PlanReward;
import encore.kernel.requirements.simulations.PlanCommand.PlanRewardChange;
import encore.kernel.rewards.RewardCommand.ReadReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardState;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Answers the state that a reward would have, for a simulation. It makes the same checks as a creation or a change, except
 * that the title is free, and writes nothing.
 */
@Component
class PlanRewardHandler {

    @CommandHandler
    RewardState decide(PlanReward command, Streams streams, Dispatch dispatch) {
        BusinessId business = new BusinessId(command.reward().account(), command.businessId());
        streams.mustBeOpen(business, "business_id");
        RewardDetails details = RewardRules.detailsAfter(
                business, command.rewardType(), RewardDetails.NONE, Patch.of(command.details()), streams);
        String pointUid = BusinessPointType.find(business.account(), command.businessId(), streams, dispatch);
        return new RewardState(command.businessId(), command.rewardType(), pointUid, details, 0, false);
    }

    @CommandHandler
    RewardState decide(PlanRewardChange command, Streams streams, Dispatch dispatch) {
        streams.mustBeOpen(command.reward(), "reward_uid");
        RewardState now = dispatch.send(new ReadReward(command.reward()));
        if (now.isDeleted()) {
            throw Refusal.unknownId("reward_uid");
        }
        RewardDetails after = RewardRules.detailsAfter(
                new BusinessId(command.reward().account(), now.businessId()),
                now.rewardType(),
                now.details(),
                command.change(),
                streams);
        return new RewardState(now.businessId(), now.rewardType(), now.pointUid(), after, now.issued(), false);
    }
}
