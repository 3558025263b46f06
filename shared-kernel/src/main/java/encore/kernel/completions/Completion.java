package encore.kernel.completions;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A completion of a quest. It is both the stored document and the row of a fan's export.
 *
 * @param completionTimestamp the time of the deed
 * @param pointsReward the points that it gave; null for none
 * @param pointType {@code vendora} or {@code vendorb} if it is a record of 0 points too; null for none
 * @param fanPointUid the uid of that record; null for none
 * @param creationTimestamp when it was recorded
 */
@RecordBuilder
public record Completion(
        long account,
        long fanId,
        long pageTabId,
        long businessId,
        long activityId,
        @WireTime(WireTime.Form.BOTH) Instant completionTimestamp,
        @Nullable Long pointsReward,
        @Nullable String pointType,
        @Nullable String fanPointUid,
        @Nullable String performanceUid,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
