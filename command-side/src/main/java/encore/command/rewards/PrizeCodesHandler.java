package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.codes.PrizeCodeCommand.AddPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCommand.StorePrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCount;
import encore.kernel.rewards.codes.PrizeCodesId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Adds prize codes to a reward that has some. */
@Component
class PrizeCodesHandler {

    @CommandHandler
    PrizeCodeCount decide(AddPrizeCodes command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.reward());
        RewardCreated created = streams.firstEvent(command.reward(), RewardCreated.class);
        if (created == null || !streams.isOpen(new BusinessId(command.reward().account(), created.businessId()))) {
            throw Refusal.unknown("There is no such reward.");
        }
        if (created.rewardType() != RewardType.PRIZE_CODE) {
            throw new Refusal(RULE, "no-prize-codes", "prize_codes", "Rewards of this type have no prize codes.");
        }
        return dispatch.sendLast(new StorePrizeCodes(PrizeCodesId.of(command.reward()), command.prizeCodes()));
    }
}
