package encore.kernel.activities;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of a campaign's leaderboard (spec 2, 2). The last four are there where the kind of campaign has them.
 *
 * @param displayName the fan's of now
 * @param balance what the fan has now of the points that are staked
 */
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
