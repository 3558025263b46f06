package encore.query.tickets;

import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
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
            var details = new TicketDetails(
                    "box",
                    "k",
                    event,
                    "The " + event,
                    DAY.plusDays(90),
                    event.equals("gala") ? "Hall" : null,
                    null,
                    null,
                    "Ada",
                    DAY.plusDays(day).atTime(23, 59).toInstant(ZoneOffset.UTC),
                    new BigDecimal(paid),
                    null,
                    seats,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    deleted);
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
                new TicketEventDetails(
                        "box",
                        uid,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        isExcluded,
                        null,
                        null,
                        null));
    }
}
