package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/**
 * What a fan had of one kind of points, and its rank among all who had any.
 *
 * @param rank null at a balance of zero
 * @param position of the event that had changed the balance last
 */
public record StandingAsOf(
        String pointUid, long balance, @Nullable Long rank, long position) {}
