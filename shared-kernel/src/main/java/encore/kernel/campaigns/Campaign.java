package encore.kernel.campaigns;

import encore.kernel.businesses.Business;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.shows.ShowState;
import encore.kernel.tabitems.TabItem;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A campaign for other features, with the four forms that endpoints answer (spec 2 and 3, 2). */
public record Campaign(
        long account,
        long pageTabId,
        AppType appType,
        @Nullable Long businessId,
        CampaignDetails details,
        Instant creationTimestamp) {

    private static final ZoneId UTC = ZoneId.of("UTC");

    /** A row of the public list. */
    @RecordBuilder
    public record Row(
            long pageTabId,
            String name,
            AppType appType,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
            ShowState liveStatus,
            @Nullable Long businessId,
            boolean isScheduled,
            boolean isActive,
            @Nullable ObjectNode mediaMap,
            ZoneId timezone,
            @Nullable ObjectNode props,
            @Nullable ObjectNode localeProps,
            @Nullable ObjectNode styleProps,
            @Nullable ObjectNode linksMap) {}

    /**
     * The form of the single read.
     *
     * @param privacy the campaign's own text, else that of its business; so are terms and rules
     * @param tabItems null unless details are asked for; so are the quiz questions
     */
    @RecordBuilder
    public record Single(
            long pageTabId,
            String name,
            @Nullable ObjectNode props,
            @Nullable ObjectNode styleProps,
            ZoneId timeZone,
            boolean isScheduled,
            ShowState liveStatus,
            boolean isActive,
            @Nullable String privacy,
            @Nullable String terms,
            @Nullable String rules,
            @Nullable ObjectNode localeProps,
            @Nullable List<TabItem> tabItems,
            @Nullable ObjectNode linksMap,

            @WireTime(WireTime.Form.SECONDS) @Nullable Instant startTimestamp,

            @WireTime(WireTime.Form.SECONDS) @Nullable Instant endTimestamp,

            @Nullable ObjectNode mediaMap,
            @Nullable ObjectNode crmFields,
            @Nullable String socialAppKey,
            @Nullable List<QuizQuestion.PublicQuestion> quizQuestions) {}

    /** The form of the CRM, in which the name is called title. */
    public record Crm(
            long accountId,
            AppType appType,
            @Nullable Long businessId,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
            boolean isActive,
            long pageTabId,
            ZoneId timezone,
            String title) {}

    /**
     * The form of the CRM, before campaigns and quests are merged.
     *
     * @param position the position of its creation
     */
    public record CrmEntry(long position, Crm crm) {}

    /**
     * The form for staff, with the values as they were entered.
     *
     * @param isActive whether the campaign is switched on, independent of its start and end
     * @param privacy the campaign's own text; so are terms and rules
     */
    @RecordBuilder
    public record Managed(
            long pageTabId,
            String name,
            AppType appType,
            @Nullable Long businessId,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
            boolean isActive,

            @WireTime(WireTime.Form.BOTH) @Nullable Instant startTimestamp,

            @WireTime(WireTime.Form.BOTH) @Nullable Instant endTimestamp,

            ZoneId timezone,
            @Nullable String privacy,
            @Nullable String terms,
            @Nullable String rules,
            @Nullable ObjectNode props,
            @Nullable ObjectNode styleProps,
            @Nullable ObjectNode localeProps,
            @Nullable ObjectNode linksMap,
            @Nullable ObjectNode mediaMap,
            @Nullable ObjectNode crmFields,
            @Nullable String socialAppKey,
            List<Long> bundledPageTabIds) {}

    /** Returns the name, which every campaign has. */
    public String name() {
        return details.name() == null ? "" : details.name();
    }

    public boolean isSwitchedOn() {
        return details.isSwitchedOn();
    }

    public boolean isScheduled() {
        return details.startTimestamp() != null || details.endTimestamp() != null;
    }

    /**
     * Returns whether the campaign is switched on and runs at this moment, from its first second to the end of its
     * last.
     */
    public boolean isActiveAt(Instant now) {
        return details.isActiveAt(now);
    }

    /** Returns the time zone of its days, UTC by default. */
    public ZoneId timezone() {
        return details.timezone() == null ? UTC : details.timezone();
    }

    /** @param liveStatus the state of its live show */
    public Row row(Instant now, ShowState liveStatus) {
        return CampaignRowBuilder.builder()
                .pageTabId(pageTabId)
                .name(name())
                .appType(appType)
                .creationTimestamp(creationTimestamp)
                .liveStatus(liveStatus)
                .isScheduled(isScheduled())
                .isActive(isActiveAt(now))
                .timezone(timezone())
                .businessId(businessId)
                .mediaMap(details.mediaMap())
                .props(details.props())
                .localeProps(details.localeProps())
                .styleProps(details.styleProps())
                .linksMap(details.linksMap())
                .build();
    }

    public Crm crm(Instant now) {
        return new Crm(account, appType, businessId, creationTimestamp, isActiveAt(now), pageTabId, timezone(), name());
    }

    public Managed managed() {
        return CampaignManagedBuilder.builder()
                .pageTabId(pageTabId)
                .name(name())
                .appType(appType)
                .creationTimestamp(creationTimestamp)
                .isActive(isSwitchedOn())
                .timezone(timezone())
                .bundledPageTabIds(details.bundledPageTabIds() == null ? List.of() : details.bundledPageTabIds())
                .businessId(businessId)
                .startTimestamp(details.startTimestamp())
                .endTimestamp(details.endTimestamp())
                .privacy(details.privacy())
                .terms(details.terms())
                .rules(details.rules())
                .props(details.props())
                .styleProps(details.styleProps())
                .localeProps(details.localeProps())
                .linksMap(details.linksMap())
                .mediaMap(details.mediaMap())
                .crmFields(details.crmFields())
                .socialAppKey(details.socialAppKey())
                .build();
    }

    /**
     * Returns the form of the single read.
     *
     * @param liveStatus the state of its live show
     * @param business the business whose texts replace missing ones; null when the campaign has none, or it is removed
     */
    public Single single(
            Instant now,
            ShowState liveStatus,
            @Nullable Business business,
            @Nullable List<TabItem> tabItems,
            @Nullable List<QuizQuestion.PublicQuestion> quizQuestions) {
        return CampaignSingleBuilder.builder()
                .pageTabId(pageTabId)
                .name(name())
                .timeZone(timezone())
                .isScheduled(isScheduled())
                .liveStatus(liveStatus)
                .isActive(isActiveAt(now))
                .props(details.props())
                .styleProps(details.styleProps())
                .privacy(details.privacy() == null && business != null ? business.legalPrivacy() : details.privacy())
                .terms(details.terms() == null && business != null ? business.legalTerms() : details.terms())
                .rules(details.rules() == null && business != null ? business.legalRules() : details.rules())
                .localeProps(details.localeProps())
                .tabItems(tabItems)
                .linksMap(details.linksMap())
                .startTimestamp(details.startTimestamp())
                .endTimestamp(details.endTimestamp())
                .mediaMap(details.mediaMap())
                .crmFields(details.crmFields())
                .socialAppKey(details.socialAppKey())
                .quizQuestions(quizQuestions)
                .build();
    }
}
