package encore.kernel.activities;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanDetails.Identifier;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An activity of the feed with the present data of its fan (spec 2, 2). Of an activity whose fan was erased, only ids,
 * title and times are left.
 *
 * @param connectionFanIds the fans that the fan is connected with
 * @param fan like the next two components, null unless details are asked for
 */
@RecordBuilder
public record FeedActivity(
        long accountId,
        @Nullable Long activityDurationMs,
        long activityId,
        @Nullable String appType,
        @Nullable String campaignTitle,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,

        @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
        Instant effectiveAtIso,

        @Contact @Nullable JsonNode details,
        @Nullable String deviceType,
        @Contact @Nullable String email,
        long fanId,
        @Contact @Nullable String firstName,
        @Contact @Nullable String ipAddress,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Boolean isSubscribed,
        @Contact @Nullable String lastName,
        @Nullable Long pageTabId,
        @Contact @Nullable String phone,
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String city,
        @Nullable String metroArea,
        @Contact @Nullable String postalCode,
        @Contact @Nullable Double latitude,
        @Contact @Nullable Double longitude,
        @Contact @Nullable String userKey,
        @Nullable List<Long> connectionFanIds,
        @Nullable List<Long> optedInBusinessIds,
        @Nullable Fan fan,
        @Contact @Nullable List<Identifier> identifiers,
        @Nullable List<String> idolNames) {

    /** Data of other features about a fan: its connections, its identifiers and the names of its idols. */
    public record FanLinks(List<Long> connectedFans, List<Identifier> identifiers, List<String> idolNames) {

        public FanLinks {
            connectedFans = List.copyOf(connectedFans);
            identifiers = List.copyOf(identifiers);
            idolNames = List.copyOf(idolNames);
        }
    }

    /** Returns an activity whose fan exists. */
    public static FeedActivity of(Activity activity, Fan fan, FanLinks links, boolean withDetails) {
        return FeedActivityBuilder.builder()
                .accountId(activity.accountId())
                .activityId(activity.activityId())
                .creationTimestamp(activity.creationTimestamp())
                .fanId(activity.fanId())
                .effectiveAtIso(activity.effectiveAtIso())
                .activityDurationMs(activity.activityDurationMs())
                .appType(activity.appType())
                .campaignTitle(activity.campaignTitle())
                .details(activity.details())
                .deviceType(activity.deviceType())
                .email(fan.email())
                .firstName(fan.firstName())
                .ipAddress(activity.ipAddress())
                .isPhoneSubscribed(fan.isPhoneSubscribed())
                .isSubscribed(fan.isSubscribed())
                .lastName(fan.lastName())
                .pageTabId(activity.pageTabId())
                .phone(fan.phone())
                .countryCode(fan.countryCode())
                .province(fan.province())
                .city(fan.city())
                .metroArea(fan.metroArea())
                .postalCode(fan.postalCode())
                .latitude(fan.latitude())
                .longitude(fan.longitude())
                .userKey(activity.userKey())
                .connectionFanIds(links.connectedFans())
                .optedInBusinessIds(fan.optedInBusinessIds())
                .fan(withDetails ? fan : null)
                .identifiers(withDetails ? links.identifiers() : null)
                .idolNames(withDetails ? links.idolNames() : null)
                .build();
    }

    /** Returns an activity whose fan was erased. */
    public static FeedActivity ofErasedFan(Activity activity) {
        return FeedActivityBuilder.builder()
                .accountId(activity.accountId())
                .activityId(activity.activityId())
                .creationTimestamp(activity.creationTimestamp())
                .fanId(activity.fanId())
                .effectiveAtIso(activity.effectiveAtIso())
                .appType(activity.appType())
                .campaignTitle(activity.campaignTitle())
                .pageTabId(activity.pageTabId())
                .build();
    }
}
