package encore.command.requirements;

import encore.command.automations.Reactions;
import encore.kernel.Command;
import encore.kernel.StreamId;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.rules.RuleBook;
import encore.kernel.requirements.rules.RuleFold;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardId;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Issues rewards to fans who meet the requirement, have had a session at the business, and have done something for it;
 * whichever comes last.
 */
@Component
class WhenRequirementMetThenIssueReward extends RuleAutomation {

    @Override
    public Reactions reactions() {
        return reactions(IssueReward.class, List.of(RuleBook.EVENTS_OF_REWARDS, RuleFold.EVENTS_OF_REWARDS));
    }

    /** The uid of the record is data of a QR code, so it is random. The reward keeps the uid of the first issuance. */
    @Override
    Command<?> command(Fulfilment fulfilment) {
        return new IssueReward(
                StreamId.parse(RewardId.class, fulfilment.rule().stream()),
                fulfilment.fanId(),
                UUID.randomUUID().toString(),
                fulfilment.at(),
                fulfilment.causes(),
                false,
                fulfilment.rule().places());
    }

    /** Where places or codes are limited, fans get them one by one, in the order in which they met the requirement. */
    @Override
    String orderKey(Fulfilment fulfilment, Command<?> command) {
        return fulfilment.rule().isLimited()
                ? fulfilment.rule().stream()
                : fulfilment.rule().stream() + "/" + fulfilment.fanId();
    }
}
