package encore.kernel.activities;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An activity as it was recorded, with the three shorter forms that the contract has for it. Its personal components
 * are null after the fan is erased.
 *
 * @param campaignTitle the present name of its campaign, else the title that the activity itself names
 * @param effectiveAtIso the time of its own; null for none
 */
@RecordBuilder
public record Activity(
        long accountId,
        long activityId,
        long fanId,
        @Nullable Long pageTabId,
        @Nullable String appType,
        @Nullable Long businessId,
        @Nullable String campaignTitle,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,

        @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
        Instant effectiveAtIso,

        @Nullable JsonNode details,
        @Nullable String deviceType,
        @Nullable Long activityDurationMs,
        @Nullable String ipAddress,
        @Nullable String userKey,
        @Nullable Long points,
        @Nullable Long correctCount) {

    /** The form in a list of one fan's activities. */
    public record FanActivity(
            long fanId,
            @Nullable String campaignTitle,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso,

            @Contact @Nullable JsonNode props) {}

    /** The form for answers without personal data. */
    public record Simple(
            long accountId,
            long pageTabId,
            long fanId,
            long activityId,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {}

    /** The form for the staff that manages the campaign. */
    public record Entry(
            long activityId,
            long fanId,
            @Nullable Long points,
            @Nullable Long correctCount,
            @Nullable Long activityDurationMs,
            @Contact @Nullable JsonNode details,
            @Nullable String deviceType,
            @Contact @Nullable String userKey,
            @Contact @Nullable String ipAddress,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {}

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
                creationTimestamp,
                effectiveAtIso);
    }

    public FanActivity fanActivity() {
        return new FanActivity(fanId, campaignTitle, creationTimestamp, effectiveAtIso, details);
    }
}
