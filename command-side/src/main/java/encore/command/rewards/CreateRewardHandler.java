package encore.command.rewards;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.BusinessCommand.TellBusinessPoints;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.OpenReward;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.codes.PrizeCodeCommand.StorePrizeCodes;
import encore.kernel.rewards.codes.PrizeCodesId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Creates a reward. Its prize codes are stored first: a reward that was answered has them, and codes of a reward that was
 * refused are referred to by nothing.
 */
@Component
class CreateRewardHandler {

    @CommandHandler
    RewardUid decide(CreateReward command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.business());
        String pointUid = pointUid(command, streams, dispatch);
        if (command.rewardType() == RewardType.PRIZE_CODE && !command.prizeCodes().isEmpty()) {
            dispatch.send(new StorePrizeCodes(PrizeCodesId.of(command.reward()), command.prizeCodes()));
        } else {
            dispatch.skipStep();
        }
        return dispatch.sendLast(new OpenReward(
                command.reward(), command.businessId(), command.rewardType(), pointUid, command.details()));
    }

    /** Returns the point type of the business, else the account's default one. */
    private static String pointUid(CreateReward command, Streams streams, Dispatch dispatch) {
        String own = dispatch.send(new TellBusinessPoints(command.business())).pointUid();
        if (own != null) {
            return own;
        }
        AccountOpened account = streams.firstEvent(new AccountId(command.reward().account()), AccountOpened.class);
        if (account == null) {
            throw Refusal.unknown("The account does not exist.");
        }
        return account.defaultPointUid();
    }
}
