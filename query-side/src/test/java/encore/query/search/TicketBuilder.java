package encore.query.search;

import encore.kernel.fans.FanId;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetailsBuilder;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketOriginals;
import encore.kernel.tickets.TicketState;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Builds a ticket. */
final class TicketBuilder {

    private final long fan;

    String event = "gala";

    @Nullable
    LocalDate eventDate;

    @Nullable
    String venue;

    @Nullable
    String province;

    @Nullable
    String artist;

    @Nullable
    String priceCode;

    LocalDate bought = LocalDate.parse("2026-03-01");
    String paid = "10";

    @Nullable
    Long seats = 1L;

    boolean deleted;

    TicketBuilder(long fan) {
        this.fan = fan;
    }

    TicketRecorded recorded() {
        return new TicketRecorded(new TicketId(7, "t"), new FanId(7, fan), new TicketEventId(7, event), state());
    }

    TicketChanged changed(long ticketId) {
        return new TicketChanged(
                new TicketId(7, "t"), ticketId, new FanId(7, fan), new TicketEventId(7, event), state());
    }

    static TicketEventCurated excluded(String event, boolean isExcluded) {
        return new TicketEventCurated(
                new TicketEventId(7, event),
                TicketEventDetailsBuilder.builder()
                        .eventKey(event)
                        .isExcluded(isExcluded)
                        .build());
    }

    private TicketState state() {
        var details = TicketDetailsBuilder.builder()
                .network("box")
                .ticketKey("k")
                .eventKey(event)
                .eventName("The " + event)
                .eventDate(eventDate)
                .venueName(venue)
                .venueProvince(province)
                .artistName(artist)
                .purchaseTimestamp(bought.atTime(23, 59).toInstant(ZoneOffset.UTC))
                .paidAmount(new BigDecimal(paid))
                .numSeats(seats)
                .priceCode(priceCode)
                .isDeleted(deleted)
                .build();
        return new TicketState(details, TicketBuyer.EMPTY, TicketOriginals.EMPTY.with(details));
    }
}
