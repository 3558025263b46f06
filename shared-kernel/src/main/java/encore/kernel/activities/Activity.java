package encore.kernel.activities;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An activity as it was recorded, and the three shorter spellings that the contract has for it. What is personal of it is
 * null when the fan is erased.
 *
 * @param campaignTitle the campaign's present name, else its own title
 */
public record Activity(
        long accountId,
        long activityId,
        long fanId,
        @Nullable Long pageTabId,
        @Nullable String appType,
        @Nullable Long businessId,
        @Nullable String campaignTitle,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable JsonNode details,
        @Nullable String deviceType,
        @Nullable Long activityDurationMs,
        @Nullable String ipAddress,
        @Nullable String userKey,
        @Nullable Long points,
        @Nullable Long correctCount) {

    /** As a fan's list has it. */
    public record OfFan(
            long fanId,
            @Nullable String campaignTitle,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
            @Nullable JsonNode props) {}

    /** As it is told where no personal data may be. */
    public record Simple(
            long accountId,
            long pageTabId,
            long fanId,
            long activityId,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}

    /** As those see it who keep the campaign. */
    public record Entry(
            long activityId,
            long fanId,
            @Nullable Long points,
            @Nullable Long correctCount,
            @Nullable Long activityDurationMs,
            @Nullable JsonNode details,
            @Nullable String deviceType,
            @Nullable String userKey,
            @Nullable String ipAddress,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}

    public Entry entry() {
        return new Entry(
                activityId,
                fanId,
                points,
                correctCount,
                activityDurationMs,
                details,
                deviceType,
                userKey,
                ipAddress,
                creationTimestamp);
    }

    public OfFan ofFan() {
        return new OfFan(fanId, campaignTitle, creationTimestamp, details);
    }
}
