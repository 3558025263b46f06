package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RewardCommand.AssignReward;
import encore.kernel.rewards.RewardCommand.GiveReward;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.codes.PrizeCodeCommand.ReadPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodesId;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Sends an issuance to the reward, whose stream decides. It asks first how many prize codes there are: they only grow, so
 * the answer stays true.
 */
@Component
class IssueRewardHandler {

    @CommandHandler
    IssuedReward decide(IssueReward command, Streams streams, Dispatch dispatch) {
        return give(command, streams.firstEvent(command.reward(), RewardCreated.class), dispatch);
    }

    @CommandHandler
    IssuedReward decide(AssignReward command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.business());
        streams.mustBeKnown(new FanId(command.reward().account(), command.fanId()));
        RewardCreated created = streams.firstEvent(command.reward(), RewardCreated.class);
        if (created == null || created.businessId() != command.businessId() || !streams.isOpen(command.reward())) {
            throw new Refusal(RULE, "unknown-id", "reward_uid", "The business has no such reward.");
        }
        IssueReward issue = new IssueReward(
                command.reward(), command.fanId(), command.fanPointUid(), command.at(), List.of(), true);
        return give(issue, created, dispatch);
    }

    private static IssuedReward give(IssueReward issue, @Nullable RewardCreated created, Dispatch dispatch) {
        if (created == null) {
            throw Refusal.unknown("There is no such reward.");
        }
        long codes = created.rewardType() == RewardType.PRIZE_CODE
                ? dispatch.send(new ReadPrizeCodes(PrizeCodesId.of(issue.reward())))
                        .total()
                : 0;
        return dispatch.sendLast(new GiveReward(issue, codes));
    }
}
