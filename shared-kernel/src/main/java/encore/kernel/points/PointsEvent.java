package encore.kernel.points;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a points ledger. */
public sealed interface PointsEvent extends Event {

    LedgerId ledger();

    /** Revision 0 had no point type and no source: every record counted as {@code points}. */
    @Revision("1")
    record PointsAwarded(
            LedgerId ledger,
            String fanPointUid,
            long count,
            String pointType,
            String source,
            @Nullable String awardKey,
            @Nullable String rewardUid,
            @Nullable Long pageTabId,
            @Nullable Long activityId,
            @Nullable String sessionHash)
            implements PointsEvent {}
}
