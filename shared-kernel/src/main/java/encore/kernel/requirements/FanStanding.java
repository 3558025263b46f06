package encore.kernel.requirements;

import org.jspecify.annotations.Nullable;

/** The standing of a fan at one moment of the log: balances, completed quests and tags. */
public interface FanStanding {

    /** Returns the fan's balance of a point type; 0 without a record. */
    long balance(String pointUid);

    /** Returns whether the fan completed the quest. */
    boolean hasCompleted(long pageTabId);

    /** Returns whether the fan has a tag of this name, compared without case. */
    boolean hasTag(String tagName);

    /** Returns the points that the tier asks for at that moment; null if it does not exist. */
    @Nullable
    Tier tier(String pointTierUid);

    /**
     * A tier of a point type.
     *
     * @param pointUid the point type by which it is measured
     * @param minPoints the balance that reaches it
     */
    record Tier(String pointUid, long minPoints) {}
}
