package encore.query.tickets;

import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketEventDetails;
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventsEvent.TicketEventCurated;
import encore.kernel.tickets.TicketEventsEvent.TicketEventMade;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Builds tickets for tests. */
final class Tickets {

    static final LocalDate DAY = LocalDate.parse("2026-02-01");

    private Tickets() {}

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
            return new TicketState(details, TicketBuyer.UNSAID, TicketOriginals.UNSAID.with(details));
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
