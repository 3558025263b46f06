package encore.command.trackers.purchases;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.StreamId;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent.TrackerShare;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a purchase counts for its tracker. An order counts on the side of its first purchase with a tracker: that
 * of reports or that of imports. The purchase of the other side does not count.
 */
final class OrderClaims {

    private OrderClaims() {}

    static Claim claim(long account, String orderKey) {
        return new Claim(TrackerShare.SPACE, account, orderKey);
    }

    /** Returns the imported purchase that the order of a report belongs to; null if there is none. */
    static @Nullable TrackerPurchaseId importOf(long account, @Nullable String orderKey, Claims claims) {
        String owner = orderKey == null ? null : claims.ownerOf(claim(account, orderKey));
        TrackerPurchaseId first = owner == null ? null : StreamId.parse(TrackerPurchaseId.class, owner);
        return first != null && first.isImported() ? first : null;
    }

    /** Returns the share of a purchase that has a tracker, and takes the claim on its order if nobody has it. */
    static TrackerShare share(
            TrackerPurchaseId purchase, @Nullable TrackerId tracker, @Nullable String orderKey, Claims claims) {
        if (tracker == null) {
            return TrackerShare.NONE;
        }
        if (orderKey == null) {
            return new TrackerShare(tracker, true, null);
        }
        Claim claim = claim(purchase.account(), orderKey);
        String owner = claims.ownerOf(claim);
        if (owner == null) {
            claims.take(claim, purchase);
            return new TrackerShare(tracker, true, orderKey);
        }
        boolean isSameSide = StreamId.parse(TrackerPurchaseId.class, owner).isImported() == purchase.isImported();
        return new TrackerShare(tracker, isSameSide, null);
    }
}
