package encore.kernel.campaigns;

import encore.kernel.WireTime;
import encore.kernel.businesses.Business;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A campaign as other features ask for it, and the four spellings that endpoints have for it (spec 2 and 3, 2). */
public record Campaign(
        long account,
        long pageTabId,
        AppType appType,
        @Nullable Long businessId,
        CampaignDetails details,
        Instant creationTimestamp) {

    /** No live show tells of itself yet. */
    private static final String NOT_LIVE = "off";

    private static final ZoneId UTC = ZoneId.of("UTC");

    /** A row of the public list. */
    public record Row(
            long pageTabId,
            String name,
            AppType appType,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
            String liveStatus,
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
     * The single read.
     *
     * @param privacy its own, else its business's; terms and rules likewise
     * @param tabItems null unless they were asked for, as are the questions
     */
    public record Single(
            long pageTabId,
            String name,
            @Nullable ObjectNode props,
            @Nullable ObjectNode styleProps,
            ZoneId timeZone,
            boolean isScheduled,
            String liveStatus,
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
            @Nullable List<QuizQuestion.Asked> quizQuestions) {}

    /** The CRM's spelling, in which its name is its title. */
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
     * What was entered.
     *
     * @param isActive whether it is switched on, whatever the clock says
     * @param privacy its own, as are terms and rules
     */
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

    /** What it is called; every campaign is called something. */
    public String name() {
        return details.name() == null ? "" : details.name();
    }

    public boolean isSwitchedOn() {
        return !Boolean.FALSE.equals(details.isActive());
    }

    public boolean isScheduled() {
        return details.startTimestamp() != null || details.endTimestamp() != null;
    }

    /** Whether it is switched on, and runs at this moment: from its first second to its last. */
    public boolean isActiveAt(Instant now) {
        return isSwitchedOn()
                && (details.startTimestamp() == null || !now.isBefore(details.startTimestamp()))
                && (details.endTimestamp() == null
                        || now.isBefore(details.endTimestamp().plusSeconds(1)));
    }

    /** The zone that its days are of: UTC unless said. */
    public ZoneId timezone() {
        return details.timezone() == null ? UTC : details.timezone();
    }

    public Row row(Instant now) {
        return new Row(
                pageTabId,
                name(),
                appType,
                creationTimestamp,
                NOT_LIVE,
                businessId,
                isScheduled(),
                isActiveAt(now),
                details.mediaMap(),
                timezone(),
                details.props(),
                details.localeProps(),
                details.styleProps(),
                details.linksMap());
    }

    public Crm crm(Instant now) {
        return new Crm(account, appType, businessId, creationTimestamp, isActiveAt(now), pageTabId, timezone(), name());
    }

    public Managed managed() {
        return new Managed(
                pageTabId,
                name(),
                appType,
                businessId,
                creationTimestamp,
                isSwitchedOn(),
                details.startTimestamp(),
                details.endTimestamp(),
                timezone(),
                details.privacy(),
                details.terms(),
                details.rules(),
                details.props(),
                details.styleProps(),
                details.localeProps(),
                details.linksMap(),
                details.mediaMap(),
                details.crmFields(),
                details.socialAppKey(),
                details.bundledPageTabIds() == null ? List.of() : details.bundledPageTabIds());
    }

    /** @param business whose texts stand in for its own; null when it is of none, or of one that is gone */
    public Single single(
            Instant now,
            @Nullable Business business,
            @Nullable List<TabItem> tabItems,
            @Nullable List<QuizQuestion.Asked> quizQuestions) {
        return new Single(
                pageTabId,
                name(),
                details.props(),
                details.styleProps(),
                timezone(),
                isScheduled(),
                NOT_LIVE,
                isActiveAt(now),
                details.privacy() == null && business != null ? business.legalPrivacy() : details.privacy(),
                details.terms() == null && business != null ? business.legalTerms() : details.terms(),
                details.rules() == null && business != null ? business.legalRules() : details.rules(),
                details.localeProps(),
                tabItems,
                details.linksMap(),
                details.startTimestamp(),
                details.endTimestamp(),
                details.mediaMap(),
                details.crmFields(),
                details.socialAppKey(),
                quizQuestions);
    }
}
