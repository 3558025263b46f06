package encore.kernel.campaigns;

import encore.kernel.Patch;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of a campaign that can change; null where nothing is set. A {@link Patch} changes them.
 *
 * @param name without leading and trailing space; null only in a change
 * @param isActive whether the campaign is switched on; null means on
 * @param bundledPageTabIds the bundled campaigns, each once; null only in a change
 */
@RecordBuilder
public record CampaignDetails(
        @ListedName @NotPersonal("the name of a campaign") @Nullable
        String name,

        @PublishedValue @Nullable Boolean isActive,
        @PublishedValue @Nullable Instant startTimestamp,
        @PublishedValue @Nullable Instant endTimestamp,
        @Nullable ZoneId timezone,
        @NotPersonal("a legal text") @Nullable String privacy,
        @NotPersonal("a legal text") @Nullable String terms,
        @NotPersonal("a legal text") @Nullable String rules,

        @NotPersonal("settings of a campaign") @Nullable ObjectNode props,

        @NotPersonal("the style of a campaign") @Nullable ObjectNode styleProps,

        @NotPersonal("a campaign in other languages") @Nullable
        ObjectNode localeProps,

        @NotPersonal("links of a campaign") @Nullable ObjectNode linksMap,

        @NotPersonal("a campaign's pictures") @Nullable ObjectNode mediaMap,

        @NotPersonal("the questions of a form, without answers") @Nullable
        ObjectNode crmFields,

        @NotPersonal("an app of the customer's") @Nullable String socialAppKey,
        @PublishedValue @Nullable List<Long> bundledPageTabIds) {

    public static final CampaignDetails NONE =
            CampaignDetailsBuilder.builder().bundledPageTabIds(List.of()).build();

    public CampaignDetails {
        name = name == null ? null : CampaignName.claimed(name);
        bundledPageTabIds = bundledPageTabIds == null
                ? null
                : bundledPageTabIds.stream().distinct().toList();
    }

    public boolean isSwitchedOn() {
        return !Boolean.FALSE.equals(isActive);
    }

    /**
     * Returns whether the campaign is switched on and runs at this moment, from its first second to the end of its
     * last.
     */
    public boolean isActiveAt(Instant now) {
        return isSwitchedOn()
                && (startTimestamp == null || !now.isBefore(startTimestamp))
                && (endTimestamp == null || now.isBefore(endTimestamp.plusSeconds(1)));
    }
}
