package encore.kernel.trackers.purchases;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.VisitorMonthId;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a purchase that may belong to a tracker. */
public sealed interface TrackerPurchaseEvent extends Event {

    TrackerPurchaseId purchase();

    @Nullable
    FanId fan();

    TrackedPurchase details();

    TrackerShare share();

    /**
     * A purchase was reported for trackers, or an imported one was found to belong to one.
     *
     * @param visitors the month under whose key the visitor is encrypted without a fan; null for an imported purchase
     * @param isOfFan whether it belongs to the fan's last click, since the report names neither click nor tracker
     * @param visitor null for an imported purchase
     */
    @Revision("1")
    record TrackerPurchaseRecorded(
            TrackerPurchaseId purchase,
            @PublishedValue @Nullable FanId fan,
            @Nullable VisitorMonthId visitors,
            boolean isOfFan,
            @PublishedValue TrackedPurchase details,
            @PublishedValue TrackerShare share,
            @Nullable PurchaseVisitor visitor)
            implements TrackerPurchaseEvent {
        @Override
        public @Nullable StreamId subject() {
            return visitor == null || fan != null ? fan : visitors;
        }
    }

    /** The data or the tracker of a purchase changed. The event holds all of it, except the personal data. */
    @Revision("1")
    record TrackerPurchaseChanged(
            TrackerPurchaseId purchase,
            @PublishedValue @Nullable FanId fan,
            @PublishedValue TrackedPurchase details,
            @PublishedValue TrackerShare share)
            implements TrackerPurchaseEvent {}

    /**
     * The tracker that a purchase belongs to.
     *
     * @param tracker null for none
     * @param isCounted whether the tracker's sums contain it: not if the other side has the order, and not if it was
     *     deleted
     * @param claimedOrder the order_key that this purchase is the first to have; the orders of reports and those of imports
     *     exclude each other by it
     */
    record TrackerShare(
            @PublishedValue @Nullable TrackerId tracker,
            boolean isCounted,

            @NotPersonal("a shop's key of an order") @Nullable
            String claimedOrder) {

        public static final TrackerShare NONE = new TrackerShare(null, false, null);

        /** The space of the claims on orders; their owners are {@link TrackerPurchaseId}s. */
        public static final String SPACE = "tracker_order";
    }
}
