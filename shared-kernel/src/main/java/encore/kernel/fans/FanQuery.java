package encore.kernel.fans;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about fans. */
public sealed interface FanQuery<R> extends Query<R> {

    /** One fan; refused as unknown when there is none, or none any more. */
    record FindFan(long account, long fanId) implements FanQuery<Fan> {}

    /** How fans are called in other features' rows; who is unknown or erased is left out. */
    record FindDisplayNames(long account, List<Long> fanIds) implements FanQuery<List<FanName>> {
        public FindDisplayNames {
            fanIds = List.copyOf(fanIds);
        }
    }

    /** Whether fans are known, erased or unknown, in the order asked for. */
    record FindFanStates(long account, List<Long> fanIds) implements FanQuery<List<FanState>> {
        public FindFanStates {
            fanIds = List.copyOf(fanIds);
        }
    }

    /**
     * Fans that meet all criteria, by fan_id ascending.
     *
     * @param today the day that ages are counted on, the same for all pages
     * @param until the position that the first page was answered at: later fans are left out; null for the first page
     * @param withBusinesses whether rows say which businesses fans opted in to
     */
    record SearchFans(
            long account,
            FanCriteria criteria,
            LocalDate today,
            boolean withBusinesses,
            @Nullable Long until,
            Paging.Search paging)
            implements FanQuery<Page<Fan>> {}

    /**
     * Each fan once, at its latest change of profile, consent or identifiers, oldest change first. The walk ends before
     * the newest millisecond until the log's writer has passed it.
     *
     * @param after whole UTC day; only fans that changed after its end
     */
    record FindFanUpdates(long account, @Nullable LocalDate after, Paging.TimeKeys paging)
            implements FanQuery<Page<UpdatedFan>> {}

    /** A display name that nobody in the account has: the given one, or one like it. */
    record FindFreeDisplayName(long account, String displayName) implements FanQuery<FreeDisplayName> {}
}
