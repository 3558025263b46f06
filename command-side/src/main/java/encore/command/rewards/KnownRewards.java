package encore.command.rewards;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;

/** Checks that a reward that a command names exists. Rewards of a removed business count as deleted. */
public final class KnownRewards {

    private KnownRewards() {}

    /** Throws a Refusal (400, naming the field) when the reward is unknown or deleted. */
    public static void mustExist(RewardId reward, String field, Streams streams) {
        RewardCreated created = streams.firstEvent(reward, RewardCreated.class);
        if (created == null
                || !streams.isOpen(reward)
                || !streams.isOpen(new BusinessId(reward.account(), created.businessId()))) {
            throw new Refusal(Refusal.Kind.RULE, "unknown-id", field, "There is no such " + field + ".");
        }
    }
}
