package encore.kernel.trackers.purchases;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a report of a purchase.
 *
 * @param isKnown whether it was recorded before under its source_key
 */
public record RecordedTrackerPurchase(
        String trackerEventUid, @Nullable String sourceKey, boolean isKnown) {}
