package encore.infra.bench.history;

import encore.infra.bench.FansLog;
import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventId;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;

/** Appends tickets of 2,000 events in 50 venues, bought in the year before. */
public final class TicketGenerator {

    private static final int EVENTS = 2_000;
    private static final int YEAR = 365;

    private final FanRecorder recorder;
    private final LocalDate today;
    private final Random random = new Random(2);

    public TicketGenerator(FanRecorder recorder, long now) {
        this.recorder = recorder;
        today = LocalDate.ofInstant(Instant.ofEpochMilli(now), ZoneOffset.UTC);
    }

    public void write(FanId[] fans, long count, PrintWriter rows) {
        for (long i = 0; i < count; i++) {
            FanId fan = fans[random.nextInt(fans.length)];
            int show = random.nextInt(EVENTS);
            LocalDate bought = today.minusDays(random.nextInt(YEAR));
            TicketDetails details = details(i, show, bought);
            var ticket = new TicketId(fan.account(), new UUID(i, random.nextLong()).toString());
            recorder.appendSingle(
                    new TicketRecorded(
                            ticket,
                            fan,
                            new TicketEventId(fan.account(), "event" + show),
                            new TicketState(details, TicketBuyer.EMPTY, TicketOriginals.EMPTY.with(details))),
                    ticket);
            rows.println(FansLog.row(
                    fan.number(),
                    details.eventName(),
                    details.eventDate(),
                    details.venueName(),
                    details.venueProvince(),
                    details.artistName(),
                    details.priceCode(),
                    bought,
                    details.paidAmount(),
                    details.numSeats()));
        }
    }

    private TicketDetails details(long i, int show, LocalDate bought) {
        long seats = 1 + random.nextInt(4);
        return TicketDetailsBuilder.builder()
                .network("box")
                .ticketKey("ticket" + i)
                .eventKey("event" + show)
                .eventName("Event " + show)
                .eventDate(today.plusDays(show % YEAR - 100L))
                .venueName("Venue " + show % 50)
                .venueProvince("P" + show % 20)
                .artistName("Artist " + show % 200)
                .purchaseTimestamp(bought.atTime(12, 0).toInstant(ZoneOffset.UTC))
                .paidAmount(BigDecimal.valueOf(seats * (1_000 + random.nextInt(9_000)), 2))
                .numSeats(seats)
                .priceCode("code" + random.nextInt(5))
                .isDeleted(false)
                .build();
    }
}
