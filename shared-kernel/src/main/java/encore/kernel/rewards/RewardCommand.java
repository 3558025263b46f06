package encore.kernel.rewards;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.names.StoredName;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands of rewards. */
public sealed interface RewardCommand<R> extends Command<R> {

    RewardId reward();

    @Override
    default StreamId stream() {
        return reward();
    }

    /**
     * Creates a reward (spec 3, 4). The path names the business, so an unknown one is refused as unknown. Details that do
     * not belong to the type or the requirement are left out.
     *
     * @param reward its uid is generated before the command
     * @param prizeCodes the first codes of a prize_code reward; may be empty
     */
    record CreateReward(
            RewardId reward, long businessId, RewardType rewardType, RewardDetails details, List<String> prizeCodes)
            implements RewardCommand<RewardUid> {
        public CreateReward {
            prizeCodes = List.copyOf(prizeCodes);
        }

        public BusinessId business() {
            return new BusinessId(reward.account(), businessId);
        }

        @Override
        public String toString() {
            return "CreateReward[" + reward + ", " + prizeCodes.size() + " codes]";
        }
    }

    /** Checks {@link OpenReward} without carrying it out. It changes nothing. */
    record CheckNewReward(OpenReward open) implements RewardCommand<RewardUid> {
        @Override
        public RewardId reward() {
            return open.reward();
        }

        @Override
        public BusinessRewardsId stream() {
            return open.stream();
        }
    }

    /**
     * Opens a reward in the list of its business, which counts the rewards.
     *
     * @param pointUid the point type that measures it unless it requires a tier
     */
    record OpenReward(RewardId reward, long businessId, RewardType rewardType, String pointUid, RewardDetails details)
            implements RewardCommand<RewardUid> {
        @Override
        public BusinessRewardsId stream() {
            return new BusinessRewardsId(reward.account(), businessId);
        }
    }

    /**
     * Changes any detail of a reward. The path names the reward, so an unknown one is refused as unknown.
     *
     * @param now the moment for which the answer shows the reward
     */
    record ChangeReward(RewardId reward, Patch<RewardDetails> change, Instant now)
            implements RewardCommand<RewardUid>, Command.Save<RewardUid, Reward.Managed> {
        @Override
        public FindManagedReward record(RewardUid saved) {
            return new FindManagedReward(reward.account(), saved.rewardUid(), now, null);
        }
    }

    /** Deletes a reward for ever. The path names the business and the reward. */
    record DeleteReward(RewardId reward, long businessId) implements RewardCommand<RewardUid> {}

    /** Answers the state of a reward, also of a deleted one. It changes nothing. */
    @StoredName("TellReward")
    record ReadReward(RewardId reward) implements RewardCommand<RewardState> {}

    /**
     * Issues a reward to a fan, once for ever: a repeat gets the first answer. One that is not by hand is decided as of
     * its cause. It is refused if the fan was erased, the reward was deleted, or no place or code is left.
     *
     * @param fanPointUid from SecureRandom, made before the command
     * @param at the time of the first deed of the chain that led to it, or of the call
     * @param causes the positions of the events that led to it, ascending; empty for an assignment by hand
     * @param isByHand whether staff assigned it: then the reward must be active
     * @param places the places and single-use codes that the reward had at the cause; null for no limit. Those that were
     *     added since are for fans who came before, so an issuance that had none then is refused
     */
    record IssueReward(
            RewardId reward,
            long fanId,
            String fanPointUid,
            Instant at,
            List<Long> causes,
            boolean isByHand,
            @Nullable Long places)
            implements RewardCommand<IssuedReward> {
        public IssueReward {
            causes = List.copyOf(causes);
        }

        /** Makes the command of an issuance that is decided by the places of now. */
        public IssueReward(
                RewardId reward, long fanId, String fanPointUid, Instant at, List<Long> causes, boolean isByHand) {
            this(reward, fanId, fanPointUid, at, causes, isByHand, null);
        }
    }

    /**
     * Assigns a reward of a business to a fan by hand (spec 3, 4). The path names the business and the fan; the reward is
     * a parameter.
     */
    record AssignReward(RewardId reward, long businessId, long fanId, String fanPointUid, Instant at)
            implements RewardCommand<IssuedReward> {
        public BusinessId business() {
            return new BusinessId(reward.account(), businessId);
        }
    }

    /**
     * Decides on an issuance.
     *
     * @param codes how many prize codes the reward has at least; 0 for other types
     */
    record GiveReward(IssueReward issue, long codes) implements RewardCommand<IssuedReward> {
        @Override
        public RewardId reward() {
            return issue.reward();
        }
    }

    /** Announces that the expiration was reached, once for each expiration. */
    record AnnounceExpiration(RewardId reward, Instant expiration) implements RewardCommand<RewardUid> {}
}
