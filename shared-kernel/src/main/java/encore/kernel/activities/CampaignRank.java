package encore.kernel.activities;

import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of a campaign's leaderboard (spec 2, 2). The last four components are null for kinds of campaigns that do not
 * have them.
 *
 * @param displayName the present display name of the fan
 * @param balance the fan's present balance of the points that are staked
 */
@RecordBuilder
public record CampaignRank(
        long rank,
        long fanId,
        @Nullable String displayName,
        boolean isHidden,
        @WireTime(WireTime.Form.SECONDS) Instant activityTimestamp,
        @Nullable Long points,
        @Nullable Long balance,
        @Nullable Long activityDurationMs,
        @Nullable Long correctCount) {}
