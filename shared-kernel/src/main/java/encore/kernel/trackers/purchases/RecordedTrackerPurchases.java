package encore.kernel.trackers.purchases;

import java.util.List;

/** The answers to several reports, in their order. */
public record RecordedTrackerPurchases(List<RecordedTrackerPurchase> purchases) {
    public RecordedTrackerPurchases {
        purchases = List.copyOf(purchases);
    }
}
