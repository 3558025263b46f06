package encore.query.ticketchunks;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.sales.Money;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * The fields of a ticket by which it is searched and counted.
 *
 * @param last the position of the ticket's last event
 * @param updated the time of that event, in milliseconds since 1970
 * @param day of the purchase, in days since 1970
 * @param paid in ten-thousandths of the currency unit
 */
public record TicketFacts(
        long ticketId,
        long last,
        long updated,
        long fan,
        int day,
        long paid,
        long seats,
        boolean deleted,
        SharedTicketFields shared) {

    public static TicketFacts of(TicketsEvent event, RecordedEvent recordedEvent) {
        TicketDetails details = event.state().details();
        Instant bought = details.purchaseTimestamp();
        return new TicketFacts(
                event.ticketId(recordedEvent.position()),
                recordedEvent.position(),
                recordedEvent.at().toEpochMilli(),
                event.fan().number(),
                bought == null
                        ? 0
                        : (int) bought.atOffset(ZoneOffset.UTC).toLocalDate().toEpochDay(),
                Money.of(details.paidAmount()).parts(),
                details.numSeats() == null ? 0 : details.numSeats(),
                Boolean.TRUE.equals(details.isDeleted()),
                SharedTicketFields.of(event));
    }
}
