package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.records.StrictMapping;
import encore.kernel.time.WireTime;
import encore.kernel.trackers.NewTracker;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Named;

/**
 * A quest for other features.
 *
 * @param tracker the tracker of a link_url quest; null for the others
 * @param lostPageTabIds the required quests that were deleted
 */
public record Quest(
        long account,
        long pageTabId,
        long businessId,
        QuestType questType,
        String pointUid,
        @Nullable NewTracker tracker,
        QuestDetails details,
        List<Long> lostPageTabIds,
        Instant creationTimestamp) {

    private static final ZoneId UTC = ZoneId.of("UTC");

    public Quest {
        lostPageTabIds = List.copyOf(lostPageTabIds);
    }

    /** The status of a quest at a moment, which is the same for every fan. */
    public enum Status {
        ACTIVE,
        SCHEDULED,
        ENDED,
        DISABLED;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A quest as it is shown.
     *
     * @param quizQuestions the questions of the campaign of a quickpicks quest, without right answers; null for the other
     *     types
     */
    public record Presentation(
            Quest quest, Status status, @Nullable List<QuizQuestion.PublicQuestion> quizQuestions) {

        /**
         * Returns the form on the wire.
         *
         * @param publicUrl the address of this installation without a slash at its end; without one tracker_url is null
         */
        public Row row(@Nullable String publicUrl) {
            return quest.row(this, publicUrl);
        }
    }

    /**
     * The form on the wire (spec 3, 2). Components that do not belong to the type, the restriction or the reward are null.
     *
     * @param startDate a day in UTC, or ISO 8601; so is the end
     * @param trackerUrl the short link that leads to link_url; null for other types
     * @param pointUid the point type of the quest's points
     */
    @RecordBuilder
    public record Row(
            long pageTabId,
            @Nullable String performanceUid,
            QuestType questType,
            @Nullable Long targetPageTabId,
            @Nullable List<String> scanGroupNames,
            boolean isRequired,
            @Nullable AccessRestriction accessRestrictionType,
            @Nullable Long fanPointsRequired,
            @Nullable String questTitle,
            @Nullable String buttonText,
            @Nullable String questDescription,
            @Nullable QuestReward rewardType,
            @Nullable Long fanPointsReward,
            @Nullable String vendoraSalesEventKey,
            @Nullable String vendoraPromoKey,
            @Nullable DeliveryMethod vendoraDeliveryMethod,
            @Nullable String vendorbLocationGroupId,
            @Nullable String vendorbPromotionId,
            @Nullable List<Long> requiredPageTabIds,
            @Nullable String linkUrl,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String siteName,

            @WireTime(WireTime.Form.SECONDS) @Nullable Instant scanMinTimestamp,

            @WireTime(WireTime.Form.SECONDS) @Nullable Instant scanMaxTimestamp,

            @Nullable String pointTierUid,
            @Nullable List<QuizQuestion.PublicQuestion> quizQuestions,
            @Nullable String idolUid,
            @Nullable Boolean disableVendoraQrcodeEmail,
            long businessId,
            @Nullable Long orderIdx,
            Status status,
            String statusMessage,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
            @Nullable String mediaUid,
            @Nullable String tagName,
            @Nullable String trackerUrl,
            String pointUid,
            boolean isDisabled) {}

    /** Returns the title, which every quest has. */
    public String title() {
        return details.questTitle() == null ? "" : details.questTitle();
    }

    /** Returns the status at a moment. A quest that is switched off is disabled, whatever its dates are. */
    public Status statusAt(Instant now) {
        if (Boolean.TRUE.equals(details.isDisabled())) {
            return Status.DISABLED;
        }
        if (details.isWithinDates(now)) {
            return Status.ACTIVE;
        }
        Instant end = details.end();
        return end != null && !now.isBefore(end) ? Status.ENDED : Status.SCHEDULED;
    }

    /** Returns the form in which campaigns are searched. */
    public Campaign.Crm crm(Instant now) {
        return new Campaign.Crm(
                account,
                AppType.QUEST,
                businessId,
                creationTimestamp,
                statusAt(now) == Status.ACTIVE,
                pageTabId,
                UTC,
                title());
    }

    private String statusMessage(Status status) {
        StringBuilder message = new StringBuilder(
                switch (status) {
                    case ACTIVE -> "The quest is active.";
                    case SCHEDULED -> "The quest starts on " + details.startDate() + ".";
                    case ENDED -> "The quest ended on " + details.endDate() + ".";
                    case DISABLED -> "The quest is switched off.";
                });
        if (questType == QuestType.SCAN && (details.scanMinTimestamp() == null || details.scanMaxTimestamp() == null)) {
            message.append(" No scan counts, because scan_min_timestamp and scan_max_timestamp are not both set.");
        }
        if (!lostPageTabIds.isEmpty()) {
            message.append(" Nobody can open it, because the required quest ")
                    .append(lostPageTabIds.getFirst())
                    .append(" was deleted.");
        }
        return message.toString();
    }

    private Row row(Presentation shown, @Nullable String publicUrl) {
        String trackerUrl = tracker == null || publicUrl == null ? null : publicUrl + "/t/" + tracker.trackerKey();
        return RowMapper.MAPPER.row(this, details, shown, statusMessage(shown.status()), trackerUrl);
    }

    @Mapper(config = StrictMapping.class)
    interface RowMapper {

        RowMapper MAPPER = new Quest$RowMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = {"account", "tracker", "details", "lostPageTabIds", "quest"})
        @Mapping(target = "isRequired", qualifiedByName = "isTrue")
        @Mapping(target = "isDisabled", qualifiedByName = "isTrue")
        @Mapping(target = "startDate", qualifiedByName = "text")
        @Mapping(target = "endDate", qualifiedByName = "text")
        @Mapping(target = "disableVendoraQrcodeEmail", source = "details", qualifiedByName = "ofVendor")
        Row row(
                Quest quest,
                QuestDetails details,
                Presentation shown,
                String statusMessage,
                @Nullable String trackerUrl);

        @Named("isTrue")
        default boolean isTrue(@Nullable Boolean value) {
            return Boolean.TRUE.equals(value);
        }

        @Named("text")
        default @Nullable String text(@Nullable DayOrTime date) {
            return date == null ? null : date.text();
        }

        @Named("ofVendor")
        default @Nullable Boolean ofVendor(QuestDetails details) {
            return details.rewardType() == QuestReward.VENDORA
                    ? (Boolean) Boolean.TRUE.equals(details.disableVendoraQrcodeEmail())
                    : null;
        }
    }
}
