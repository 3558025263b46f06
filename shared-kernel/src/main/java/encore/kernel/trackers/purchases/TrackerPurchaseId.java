package encore.kernel.trackers.purchases;

import encore.kernel.StreamId;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.tickets.TicketId;

/**
 * A purchase that may belong to a tracker; its uid is the tracker_event_uid; prints as {@code
 * tracker_purchase.<account>.<uid>}. The uid of an imported ticket or purchase begins with its kind.
 */
@StreamId.Kind("tracker_purchase")
public record TrackerPurchaseId(long account, String uid) implements StreamId {

    private static final String TICKET = "ticket-";
    private static final String PURCHASE = "purchase-";

    public static TrackerPurchaseId of(TicketId ticket) {
        return new TrackerPurchaseId(ticket.account(), TICKET + ticket.uid());
    }

    public static TrackerPurchaseId of(PurchaseId purchase) {
        return new TrackerPurchaseId(purchase.account(), PURCHASE + purchase.uid());
    }

    /** Returns whether it was imported, and not reported for trackers. */
    public boolean isImported() {
        return uid.startsWith(TICKET) || uid.startsWith(PURCHASE);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
