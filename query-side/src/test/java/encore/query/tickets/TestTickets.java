package encore.query.tickets;

import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventMade;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Builds tickets for tests. */
final class TestTickets {

    static final LocalDate DAY = LocalDate.parse("2026-02-01");

    private TestTickets() {}

    /** A ticket as a test sees it. */
    record Said(long fan, String event, int day, String paid, long seats, boolean deleted) {

        TicketState state() {
            var details = TicketDetailsBuilder.builder()
                    .network("box")
                    .ticketKey("k")
                    .eventKey(event)
                    .eventName("The " + event)
                    .eventDate(DAY.plusDays(90))
                    .venueName(event.equals("gala") ? "Hall" : null)
                    .artistName("Ada")
                    .purchaseTimestamp(DAY.plusDays(day).atTime(23, 59).toInstant(ZoneOffset.UTC))
                    .paidAmount(new BigDecimal(paid))
                    .numSeats(seats)
                    .isDeleted(deleted)
                    .build();
            return new TicketState(details, TicketBuyer.EMPTY, TicketOriginals.EMPTY.with(details));
        }

        Said withDeleted() {
            return new Said(fan, event, day, paid, seats, true);
        }
    }

    static Said sold(long fan, String event, int day, String paid, long seats) {
        return new Said(fan, event, day, paid, seats, false);
    }

    static TicketRecorded recorded(Said said) {
        return new TicketRecorded(new TicketId(7, "t"), new FanId(7, said.fan()), event(said.event()), said.state());
    }

    static TicketChanged changed(long ticketId, Said said) {
        return new TicketChanged(
                new TicketId(7, "t"), ticketId, new FanId(7, said.fan()), event(said.event()), said.state());
    }

    static TicketEventId event(String uid) {
        return new TicketEventId(7, uid);
    }

    static TicketEventMade made(String uid, TicketEventDetails details) {
        return new TicketEventMade(event(uid), details, true);
    }

    static TicketEventCurated excluded(String uid, boolean isExcluded) {
        return new TicketEventCurated(
                event(uid),
                TicketEventDetailsBuilder.builder()
                        .network("box")
                        .eventKey(uid)
                        .isExcluded(isExcluded)
                        .build());
    }
}
