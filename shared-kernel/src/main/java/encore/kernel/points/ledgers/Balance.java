package encore.kernel.points.ledgers;

import org.jspecify.annotations.Nullable;

/**
 * The balance of a fan of one point type.
 *
 * @param rank the rank among all fans with points of the type; null at a balance of zero
 * @param tierName the name of the highest tier that the balance reaches; null for none
 * @param position the position of the event that changed the balance last
 */
public record Balance(
        String pointUid,
        String pointName,
        long balance,
        @Nullable Long rank,
        @Nullable String tierName,
        long position) {}
