package encore.kernel.trackers;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.trackers.purchases.AttributionRules;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a tracker that can change; a {@link encore.kernel.Patch} changes them. Those of a quest's tracker
 * that the quest decides (its name, group, target and network) are null.
 *
 * @param purchaseEventWildcard matches names of purchases; null for any
 * @param venueIdWildcard matches venues of purchases; null for any
 * @param attributionDays days from a click during which a purchase follows it; null for {@link #ATTRIBUTION_DAYS}
 * @param isClickAppended whether the target gets the click; null for the default of the tracker's kind
 */
@RecordBuilder
public record TrackerDetails(
        @ListedName @NotPersonal("the name of a tracker") @Nullable
        String trackerName,

        @NotPersonal("the name of a group of trackers") @Nullable
        String trackerGroupName,

        @NotPersonal("a web address of the customer") @Nullable
        String targetUrl,

        @NotPersonal("a pattern of names of products") @Nullable
        String purchaseEventWildcard,

        @NotPersonal("a pattern of names of places") @Nullable
        String venueIdWildcard,

        @NotPersonal("the name of a group of trackers") @Nullable
        String trackerMarketingGroupName,

        @PublishedValue @Nullable TrackerNetwork network,
        @PublishedValue @Nullable Long pageTabId,
        @PublishedValue @Nullable Integer attributionDays,
        @PublishedValue @Nullable Boolean isClickAppended) {

    public static final TrackerDetails EMPTY = TrackerDetailsBuilder.builder().build();

    /** The attribution_days of a tracker that says nothing else. */
    public static final int ATTRIBUTION_DAYS = 30;

    /** Returns the rules by which purchases belong to the tracker. */
    public AttributionRules rules() {
        return new AttributionRules(
                purchaseEventWildcard, venueIdWildcard, attributionDays == null ? ATTRIBUTION_DAYS : attributionDays);
    }
}
