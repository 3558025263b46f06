package encore.kernel.points;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to points. */
public sealed interface PointsEvent extends Event {

    /**
     * A record was added to a ledger. Revision 0 had no point type and no source (every record counted as
     * {@code points}), and no balance.
     *
     * @param balance of the ledger with this record
     */
    @Revision("1")
    record PointsAwarded(
            LedgerId ledger,
            String fanPointUid,
            long count,
            @Nullable Long balance,
            String pointType,
            String source,
            @Nullable String awardKey,
            @Nullable String rewardUid,
            @Nullable Long pageTabId,
            @Nullable Long activityId,
            @Nullable String sessionHash)
            implements PointsEvent {}

    /** An account has a new kind of points. */
    @Revision("1")
    record PointTypeCreated(PointTypeId pointType, String name) implements PointsEvent {}
}
