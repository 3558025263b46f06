package encore.command.rewards;

import encore.command.lookups.BusinessPointType;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.rewards.RewardCommand.CheckNewReward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.OpenReward;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.codes.PrizeCodeCommand.StorePrizeCodes;
import encore.kernel.rewards.codes.PrizeCodesId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Creates a reward. Its prize codes are stored before it: a reward that was answered has them. If it is refused after
 * all, nothing refers to the codes.
 */
@Component
class CreateRewardHandler {

    @CommandHandler
    RewardUid decide(CreateReward command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.business());
        OpenReward open = new OpenReward(
                command.reward(),
                command.businessId(),
                command.rewardType(),
                BusinessPointType.find(command.business().account(), command.businessId(), streams, dispatch),
                command.details());
        if (command.rewardType() == RewardType.PRIZE_CODE
                && !command.prizeCodes().isEmpty()) {
            dispatch.send(new CheckNewReward(open));
            dispatch.send(new StorePrizeCodes(PrizeCodesId.of(command.reward()), command.prizeCodes()));
        }
        return dispatch.sendLast(open);
    }
}
