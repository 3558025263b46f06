package encore.kernel.points;

import encore.kernel.Command;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked of a points ledger. */
public sealed interface PointsCommand<R> extends Command<R> {

    LedgerId ledger();

    @Override
    default LedgerId stream() {
        return ledger();
    }

    /**
     * Adds a record to a fan's ledger (spec 3, 4: POST /v1/ent/fan_points).
     *
     * @param fanPointUid UUIDv7, minted before the command
     * @param count not zero, at most 10^12 either way
     * @param pointType points, vendora or vendorb
     * @param awardKey honoured once in this ledger
     */
    record AwardPoints(
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
            implements PointsCommand<Awarded> {}
}
