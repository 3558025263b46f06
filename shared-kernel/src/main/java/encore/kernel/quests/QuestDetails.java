package encore.kernel.quests;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a quest that can change; null where nothing is set. A {@link encore.kernel.Patch} changes them.
 *
 * @param questTitle null only in a change
 * @param performanceUid of scan and wristband quests, and of those that give something of a vendor
 * @param targetPageTabId the campaign of a campaign or quickpicks quest
 * @param siteName the site of a scan quest
 * @param scanGroupNames the scanner groups of a scan quest
 * @param scanMinTimestamp the first second in which a scan counts; none counts without both bounds
 * @param scanMaxTimestamp the last second in which a scan counts
 * @param linkUrl the target of a link_url quest
 * @param tagName the tag that opens the quest
 * @param fanPointsReward 1 to 10,000,000
 * @param isDisabled whether staff switched the quest off
 */
@RecordBuilder
public record QuestDetails(
        @ListedName @NotPersonal("the title of a quest") @Nullable
        String questTitle,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String performanceUid,

        @PublishedValue @Nullable Long targetPageTabId,
        @NotPersonal("the name of a site") @Nullable String siteName,

        @NotPersonal("names of groups of scanners") @Nullable
        List<String> scanGroupNames,

        @PublishedValue @Nullable Instant scanMinTimestamp,
        @PublishedValue @Nullable Instant scanMaxTimestamp,
        @NotPersonal("a link of a quest") @Nullable String linkUrl,
        @PublishedValue @Nullable AccessRestriction accessRestrictionType,
        @PublishedValue @Nullable Long fanPointsRequired,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String pointTierUid,

        @PublishedValue @Nullable List<Long> requiredPageTabIds,
        @NotPersonal("the name of a tag") @Nullable String tagName,
        @PublishedValue @Nullable QuestReward rewardType,
        @PublishedValue @Nullable Long fanPointsReward,

        @NotPersonal("a key of a vendor's") @Nullable String vendoraSalesEventKey,

        @NotPersonal("a key of a vendor's") @Nullable String vendoraPromoKey,
        @Nullable DeliveryMethod vendoraDeliveryMethod,

        @NotPersonal("a key of a vendor's") @Nullable String vendorbLocationGroupId,

        @NotPersonal("a key of a vendor's") @Nullable String vendorbPromotionId,
        @Nullable Boolean disableVendoraQrcodeEmail,
        @NotPersonal("the label of a button") @Nullable String buttonText,

        @NotPersonal("the description of a quest") @Nullable String questDescription,

        @PublishedValue @Nullable Boolean isRequired,

        @NotPersonal("a day or a time") @Nullable DayOrTime startDate,

        @NotPersonal("a day or a time") @Nullable DayOrTime endDate,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String idolUid,

        @NotPersonal("a uid of ours") @Nullable String mediaUid,
        @Nullable Long orderIdx,
        @PublishedValue @Nullable Boolean isDisabled) {

    public static final QuestDetails NONE = QuestDetailsBuilder.builder().build();

    public QuestDetails {
        scanGroupNames = scanGroupNames == null ? null : List.copyOf(scanGroupNames);
        requiredPageTabIds = requiredPageTabIds == null
                ? null
                : requiredPageTabIds.stream().distinct().toList();
    }

    /** Returns these details without the components that do not belong to the type, the restriction or the reward. */
    public QuestDetails belongingTo(QuestType type) {
        QuestDetailsBuilder builder = QuestDetailsBuilder.builder(this);
        if (type != QuestType.CAMPAIGN && type != QuestType.QUICKPICKS) {
            builder.targetPageTabId(null);
        }
        if (type != QuestType.SCAN) {
            builder.siteName(null).scanGroupNames(null).scanMinTimestamp(null).scanMaxTimestamp(null);
        }
        if (type != QuestType.LINK_URL) {
            builder.linkUrl(null);
        }
        keepOfTheRestriction(builder);
        keepOfTheReward(builder);
        return builder.build();
    }

    private void keepOfTheRestriction(QuestDetailsBuilder builder) {
        if (accessRestrictionType != AccessRestriction.FAN_POINTS) {
            builder.fanPointsRequired(null);
        }
        if (accessRestrictionType != AccessRestriction.POINT_TIER) {
            builder.pointTierUid(null);
        }
        if (accessRestrictionType != AccessRestriction.QUESTS) {
            builder.requiredPageTabIds(null);
        }
        if (accessRestrictionType != AccessRestriction.TAG) {
            builder.tagName(null);
        }
    }

    private void keepOfTheReward(QuestDetailsBuilder builder) {
        if (rewardType != QuestReward.FAN_POINTS) {
            builder.fanPointsReward(null);
        }
        if (rewardType != QuestReward.VENDORA) {
            builder.vendoraSalesEventKey(null)
                    .vendoraPromoKey(null)
                    .vendoraDeliveryMethod(null)
                    .disableVendoraQrcodeEmail(null);
        }
        if (rewardType != QuestReward.VENDORB) {
            builder.vendorbLocationGroupId(null).vendorbPromotionId(null);
        }
    }

    /** Returns the first moment of the quest; null without a start_date. */
    public @Nullable Instant start() {
        return startDate == null ? null : startDate.start();
    }

    /** Returns the first moment after the quest; null without an end_date. */
    public @Nullable Instant end() {
        return endDate == null ? null : endDate.endExclusive();
    }

    /** Returns whether a deed of this moment is within the dates of the quest. */
    public boolean isWithinDates(Instant deed) {
        Instant start = start();
        Instant end = end();
        return (start == null || !deed.isBefore(start)) && (end == null || deed.isBefore(end));
    }
}
