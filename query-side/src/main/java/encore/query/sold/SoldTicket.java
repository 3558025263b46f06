package encore.query.sold;

import encore.infra.eventstore.Recorded;
import encore.kernel.tickets.Money;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
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
public record SoldTicket(
        long ticketId,
        long last,
        long updated,
        long fan,
        int day,
        long paid,
        long seats,
        boolean deleted,
        Shared shared) {

    public static SoldTicket of(TicketsEvent event, Recorded recorded) {
        TicketDetails details = event.state().details();
        Instant bought = details.purchaseTimestamp();
        return new SoldTicket(
                event.ticketId(recorded.position()),
                recorded.position(),
                recorded.at().toEpochMilli(),
                event.fan().number(),
                bought == null
                        ? 0
                        : (int) bought.atOffset(ZoneOffset.UTC).toLocalDate().toEpochDay(),
                Money.of(details.paidAmount()).parts(),
                details.numSeats() == null ? 0 : details.numSeats(),
                Boolean.TRUE.equals(details.isDeleted()),
                Shared.of(event));
    }
}
