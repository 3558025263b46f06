package encore.kernel.fans;

import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A fan as the API answers it (spec 2, 2).
 *
 * @param name the full name as it was given, otherwise first and last name
 * @param fields the values of custom fields by key
 * @param tags the tags of the fan, the oldest first; null unless they are asked for
 * @param isGuest false: a guest is no fan
 * @param lastPageTabId the campaign of the latest activity; null when that was in no campaign
 * @param lastCampaignName the name of that campaign, else the title of the activity
 * @param optedInBusinessIds null unless they are asked for
 */
@RecordBuilder
public record Fan(
        long fanId,
        long accountId,
        @Contact(initials = true) @Nullable String name,
        @Contact @Nullable String firstName,
        @Contact @Nullable String lastName,
        @Nullable String displayName,
        @Nullable Boolean isConfirmed,
        @Nullable Boolean isPhoneConfirmed,
        @Contact @Nullable String email,
        @Nullable String province,
        @Contact @Nullable Double latitude,
        @Contact @Nullable Double longitude,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Contact @Nullable String ipAddress,
        @Nullable String countryCode,
        @Nullable String city,
        @Nullable Boolean isSubscribed,
        @Nullable Boolean isOptout,
        @Nullable Boolean isPhoneSubscribed,
        @Nullable Integer rating,
        @Contact @Nullable String phone,
        @Contact @Nullable LocalDate birthDate,
        @Nullable String metroArea,
        @Contact @Nullable String postalCode,
        @WireTime(WireTime.Form.BOTH) Instant lastUpdateTimestamp,
        @Nullable String fanSource,
        @Contact JsonNode fields,
        @Nullable String gender,
        @Nullable List<Tag> tags,
        @Nullable String moderatorStatus,
        @Contact @Nullable String accessCode,
        boolean hasPassword,
        @Contact @Nullable JsonNode props,
        @Nullable Boolean isGuest,
        @Nullable Long lastPageTabId,
        @Nullable String lastCampaignName,
        @Nullable List<Long> optedInBusinessIds) {

    public Fan {
        tags = tags == null ? null : List.copyOf(tags);
        optedInBusinessIds = optedInBusinessIds == null ? null : List.copyOf(optedInBusinessIds);
    }

    /** A tag of a fan. */
    public record Tag(long tagId, String tagName) {}

    /** Returns this fan with its latest campaign, which the feature of activities knows. */
    public Fan withLastCampaign(@Nullable Long pageTabId, String campaignName) {
        return FanBuilder.builder(this)
                .lastPageTabId(pageTabId)
                .lastCampaignName(campaignName)
                .build();
    }
}
