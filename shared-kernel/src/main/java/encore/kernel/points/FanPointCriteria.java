package encore.kernel.points;

import encore.kernel.Days;
import org.jspecify.annotations.Nullable;

/**
 * Says which records of points are meant, and in which order they come; null lets every record through.
 *
 * @param order by position, or for {@link Order#LEADERBOARD} by points descending
 */
public record FanPointCriteria(
        @Nullable Long fanId,
        @Nullable String pointUid,
        @Nullable Long pageTabId,
        Days days,
        Order order) {

    /** A fan's records, of a campaign or of all, in their order. */
    public static FanPointCriteria ofFan(long fanId, @Nullable Long pageTabId) {
        return new FanPointCriteria(fanId, null, pageTabId, Days.ALL, Order.ASC);
    }

    /** Says how records are walked. */
    public enum Order {
        LEADERBOARD,
        DESC,
        ASC
    }
}
