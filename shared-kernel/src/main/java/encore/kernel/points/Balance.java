package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/**
 * Tells what a fan has of one kind of points.
 *
 * @param rank among all who have any; null at a balance of zero
 * @param tierName of the highest tier that the balance reaches, null for none
 * @param position of the event that changed the balance last
 */
public record Balance(
        String pointUid,
        String pointName,
        long balance,
        @Nullable Long rank,
        @Nullable String tierName,
        long position) {}
