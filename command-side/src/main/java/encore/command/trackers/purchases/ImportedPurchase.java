package encore.command.trackers.purchases;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseEvent.PurchaseState;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackedPurchaseBuilder;
import encore.kernel.trackers.purchases.TrackerPurchaseId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An imported ticket or purchase as trackers see it. Without a time of its own, the time of its event decides.
 *
 * @param fan null while no fan is known
 */
record ImportedPurchase(TrackerPurchaseId id, @Nullable FanId fan, boolean isDeleted, TrackedPurchase details) {

    static ImportedPurchase of(Event event, RecordedEvent recordedEvent) {
        return switch (event) {
            case TicketsEvent ticket -> ofTicket(ticket, recordedEvent);
            case PurchaseState purchase -> ofPurchase(purchase, recordedEvent);
            default -> throw new IllegalArgumentException(event.getClass().getName() + " is no import");
        };
    }

    private static ImportedPurchase ofTicket(TicketsEvent event, RecordedEvent recordedEvent) {
        TicketDetails details = event.state().details();
        TrackedPurchase purchase = TrackedPurchaseBuilder.builder()
                .purchaseTimestamp(Objects.requireNonNullElse(details.purchaseTimestamp(), recordedEvent.at()))
                .purchaseEventName(details.eventName())
                .purchaseAmount(details.paidAmount())
                .quantity(details.numSeats())
                .orderKey(details.orderKey())
                .ticketId(event.ticketId(recordedEvent.position()))
                .venueId(details.venueName())
                .build();
        return new ImportedPurchase(
                TrackerPurchaseId.of(event.ticket()), event.fan(), Boolean.TRUE.equals(details.isDeleted()), purchase);
    }

    private static ImportedPurchase ofPurchase(PurchaseState event, RecordedEvent recordedEvent) {
        PurchaseDetails details = event.details();
        TrackedPurchase purchase = TrackedPurchaseBuilder.builder()
                .purchaseTimestamp(Objects.requireNonNullElse(details.orderTimestamp(), recordedEvent.at()))
                .purchaseEventName(details.productName())
                .purchaseAmount(details.grossSaleAmount())
                .orderKey(details.orderKey())
                .purchaseKey(details.purchaseKey())
                .venueId(details.locationKey())
                .build();
        return new ImportedPurchase(TrackerPurchaseId.of(event.purchase()), event.fan(), false, purchase);
    }
}
