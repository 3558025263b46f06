package encore.kernel.requirements;

import encore.kernel.requirements.FanStanding.Tier;
import java.util.List;

/**
 * The condition under which a quest is open to a fan, or a reward is issued. It is decided by nothing but the fan's
 * standing, so calls, automations, simulations and explanations decide alike.
 */
public sealed interface Requirement {

    /** Requires nothing. */
    Requirement NONE = new Unconditional();

    /** Nobody meets it. */
    Requirement NEVER = new QuestsCompleted(List.of());

    /** Returns whether a fan with this standing meets it. */
    boolean isMetBy(FanStanding standing);

    /** Requires nothing: everybody meets it. */
    record Unconditional() implements Requirement {
        @Override
        public boolean isMetBy(FanStanding standing) {
            return true;
        }
    }

    /** Requires a balance of at least these points. */
    record Points(String pointUid, long points) implements Requirement {
        @Override
        public boolean isMetBy(FanStanding standing) {
            return standing.balance(pointUid) >= points;
        }
    }

    /** Requires a balance that reaches the tier, of the tier's own point type. */
    record TierReached(String pointTierUid) implements Requirement {
        @Override
        public boolean isMetBy(FanStanding standing) {
            Tier tier = standing.tier(pointTierUid);
            return tier != null && standing.balance(tier.pointUid()) >= tier.minPoints();
        }
    }

    /** Requires all of these quests. Nobody meets an empty list. */
    record QuestsCompleted(List<Long> pageTabIds) implements Requirement {
        public QuestsCompleted {
            pageTabIds = List.copyOf(pageTabIds);
        }

        @Override
        public boolean isMetBy(FanStanding standing) {
            return !pageTabIds.isEmpty() && pageTabIds.stream().allMatch(standing::hasCompleted);
        }
    }

    /** Requires a tag. */
    record Tagged(String tagName) implements Requirement {
        @Override
        public boolean isMetBy(FanStanding standing) {
            return standing.hasTag(tagName);
        }
    }
}
