package encore.kernel.points.ledgers;

import encore.kernel.time.Days;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The criteria and the order of a list of records of points. Null lets every record through.
 *
 * @param order by position, or for {@link Order#LEADERBOARD} by points descending
 */
@RecordBuilder
public record FanPointCriteria(
        @Nullable Long fanId,
        @Nullable String pointUid,
        @Nullable Long pageTabId,
        Days days,
        Order order) {

    /** Returns the criteria for the records of a fan in the order of the log, of one campaign or of all. */
    public static FanPointCriteria ofFan(long fanId, @Nullable Long pageTabId) {
        return new FanPointCriteria(fanId, null, pageTabId, Days.ALL, Order.ASC);
    }

    /** The order of records. */
    public enum Order {
        LEADERBOARD,
        DESC,
        ASC
    }
}
