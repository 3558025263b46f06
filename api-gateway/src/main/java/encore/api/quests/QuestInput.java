package encore.api.quests;

import encore.api.constraints.WebUrl;
import encore.api.input.ClearedComponents;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.problems.Ids;
import encore.api.wire.DayOrTime;
import encore.kernel.points.PointsCommand;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestReward;
import encore.kernel.records.StrictMapping;
import encore.kernel.tags.TagName;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;

/** The details of a quest that both creating and changing accept. */
record QuestInput(
        @Description("Required for scan and wristband, and for a reward of a vendor.") @Nullable @Size(max = 64)
        String performanceUid,

        @Description("A campaign. Required for campaign and quickpicks; for quickpicks a quickpicks campaign.")
        @Nullable
        @Min(1)
        @Max(Ids.HIGHEST)
        Long targetPageTabId,

        @Description("Required for scan.") @Nullable @Size(max = 128)
        String siteName,

        @Description("Required for scan. They replace the earlier ones.") @Nullable @Size(max = 100)
        List<@NotBlank @Size(max = 128) String> scanGroupNames,

        @Description("Begins with http:// or https://. Required for link_url, which gets a tracker.")
        @WebUrl
        @Nullable
        @Size(max = 2_000)
        String linkUrl,

        @Description("Who may do the quest. Absent: everybody.") @Nullable
        AccessRestriction accessRestrictionType,

        @Description("Required with access_restriction_type fan_points.")
        @Nullable
        @Min(1)
        @Max(PointsCommand.MAX_POINTS)
        Long fanPointsRequired,

        @Description("Required with access_restriction_type point_tier.") @Nullable @Size(max = 64)
        String pointTierUid,

        @Description(
                "Other quests of the business. Required with access_restriction_type quests. They replace the earlier ones.")
        @Nullable
        @Size(max = 100)
        List<@Min(1) @Max(Ids.HIGHEST) Long> requiredPageTabIds,

        @Description("Required with access_restriction_type tag. The tag need not exist yet.")
        @Nullable
        @Size(max = TagName.MAX_LENGTH)
        String tagName,

        @Description("Absent: the quest gives nothing.") @Nullable
        QuestReward rewardType,

        @Description("Required with reward_type fan_points.") @Nullable @Min(1) @Max(10_000_000)
        Long fanPointsReward,

        @Description("Required with reward_type vendorb.") @Nullable @Size(max = 255)
        String vendorbLocationGroupId,

        @Description("Required with reward_type vendorb.") @Nullable @Size(max = 255)
        String vendorbPromotionId,

        @Description("Required with reward_type vendora.") @Nullable @Size(max = 255)
        String vendoraSalesEventKey,

        @Description("Required with reward_type vendora.") @Nullable @Size(max = 255)
        String vendoraPromoKey,

        @Description("Required with reward_type vendora.") @Nullable
        DeliveryMethod vendoraDeliveryMethod,

        @Default("false") @Nullable Boolean disableVendoraQrcodeEmail,
        @Nullable @Size(max = 32) String buttonText,
        @Nullable String questDescription,
        @Nullable Boolean isRequired,

        @Description("A day in UTC, or a time.") @Nullable DayOrTime startDate,

        @Description("A day in UTC, which is included, or a time, which is not.") @Nullable
        DayOrTime endDate,

        @Description("The first second of a scan that counts. Without both bounds no scan counts.") @Nullable
        Instant scanMinTimestamp,

        @Description("The last second of a scan that counts.") @Nullable
        Instant scanMaxTimestamp,

        @Nullable @Size(max = 64) String idolUid,
        @Nullable UUID mediaUid,
        ClearedComponents cleared) {

    /**
     * Returns the details that the call sends.
     *
     * @param orderIdx only changing accepts it
     * @param isDisabled only changing accepts it
     */
    QuestDetails details(@Nullable String questTitle, @Nullable Long orderIdx, @Nullable Boolean isDisabled) {
        return DetailsMapper.MAPPER.details(this, questTitle, orderIdx, isDisabled);
    }

    @Mapper(config = StrictMapping.class)
    interface DetailsMapper {

        DetailsMapper MAPPER = new QuestInput$DetailsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        @Mapping(target = "startDate", qualifiedByName = "dayOrTime")
        @Mapping(target = "endDate", qualifiedByName = "dayOrTime")
        @Mapping(target = "mediaUid", qualifiedByName = "text")
        @Mapping(target = "belongingTo", ignore = true)
        QuestDetails details(
                QuestInput input, @Nullable String questTitle, @Nullable Long orderIdx, @Nullable Boolean isDisabled);

        /** Returns a day as a day and a time as ISO 8601 in UTC. */
        @Named("dayOrTime")
        default encore.kernel.quests.@Nullable DayOrTime dayOrTime(@Nullable DayOrTime given) {
            if (given == null) {
                return null;
            }
            return encore.kernel.quests.DayOrTime.parse(
                    given.day() == null ? given.start().toString() : given.day().toString());
        }

        @Named("text")
        default @Nullable String text(@Nullable UUID uid) {
            return uid == null ? null : uid.toString();
        }
    }
}
