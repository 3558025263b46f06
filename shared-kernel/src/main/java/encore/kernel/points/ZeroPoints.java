package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/**
 * A record of 0 points: the fan got something, and the fan_point_uid of the record is the data of a QR code.
 *
 * @param ledger the fan, and the point type under which the record is listed
 * @param pointType {@code points}, {@code vendora} or {@code vendorb}
 * @param source {@code quest} or {@code reward}
 */
public record ZeroPoints(
        LedgerId ledger,
        String fanPointUid,
        String pointType,
        String source,
        @Nullable Long pageTabId,
        @Nullable Long activityId,
        @Nullable String performanceUid,
        @Nullable String rewardUid) {}
