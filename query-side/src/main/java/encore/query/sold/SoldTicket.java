package encore.query.sold;

import encore.infra.eventstore.Recorded;
import encore.kernel.tickets.Money;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * What of a ticket is chosen and counted by.
 *
 * @param last the position of the last event of it
 * @param updated when that was, in milliseconds since 1970
 * @param day of the purchase, counted from 1970
 * @param paid in ten-thousandths
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
