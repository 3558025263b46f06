package encore.query.search;

import encore.kernel.Event;
import encore.kernel.search.TicketCriteria;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventsEvent.TicketEventCurated;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evaluates ticket criteria on plain records, ticket by ticket, as the expected result of a search. */
final class TicketOracle {

    private final Map<Long, TicketsEvent> tickets = new HashMap<>();
    private final Set<String> excluded = new HashSet<>();

    void apply(Event event, long position) {
        switch (event) {
            case TicketsEvent ticket -> tickets.put(ticket.ticketId(position), ticket);
            case TicketEventCurated curated
            when Boolean.TRUE.equals(curated.details().isExcluded()) ->
                excluded.add(curated.ticketEvent().uid());
            case TicketEventCurated curated ->
                excluded.remove(curated.ticketEvent().uid());
            default -> {}
        }
    }

    boolean meets(long fan, TicketCriteria wanted, LocalDate today) {
        if (wanted.equals(TicketCriteria.ANY)) {
            return true;
        }
        List<TicketDetails> met = tickets.values().stream()
                .filter(ticket -> ticket.fan().number() == fan)
                .filter(ticket -> !excluded.contains(ticket.ticketEvent().uid()))
                .map(ticket -> ticket.state().details())
                .filter(ticket -> !Boolean.TRUE.equals(ticket.isDeleted()) && meets(ticket, wanted, today))
                .toList();
        long seats = met.stream().mapToLong(TicketOracle::seats).sum();
        boolean meets = !met.isEmpty()
                && isIn(wanted.sales().min(), wanted.sales().max(), met.size())
                && isIn(wanted.seats().min(), wanted.seats().max(), (int) seats);
        return meets != wanted.negative();
    }

    private static boolean meets(TicketDetails ticket, TicketCriteria wanted, LocalDate today) {
        LocalDate bought = Objects.requireNonNull(ticket.purchaseTimestamp())
                .atOffset(ZoneOffset.UTC)
                .toLocalDate();
        return isEqual(wanted.eventName(), ticket.eventName())
                && isEqual(wanted.priceCode(), ticket.priceCode())
                && isEqual(wanted.venueName(), ticket.venueName())
                && isEqual(wanted.artistName(), ticket.artistName())
                && (wanted.venueProvinces().isEmpty()
                        || ticket.venueProvince() != null
                                && wanted.venueProvinces().contains(ticket.venueProvince()))
                && isIn(wanted.event().from(), wanted.event().to(), ticket.eventDate())
                && isIn(wanted.bought().from(), wanted.bought().to(), bought)
                && (wanted.days() == null || isIn(today.minusDays(wanted.days() - 1), today, bought))
                && isPriced(ticket, wanted.seatPrice());
    }

    private static boolean isPriced(TicketDetails ticket, TicketCriteria.Range<BigDecimal> wanted) {
        BigDecimal seats = BigDecimal.valueOf(seats(ticket));
        return wanted.min() == null && wanted.max() == null
                || seats.signum() > 0
                        && isIn(
                                wanted.min() == null ? null : wanted.min().multiply(seats),
                                wanted.max() == null ? null : wanted.max().multiply(seats),
                                ticket.paidAmount());
    }

    private static long seats(TicketDetails ticket) {
        return ticket.numSeats() == null ? 0 : ticket.numSeats();
    }

    private static <T extends Comparable<? super T>> boolean isIn(@Nullable T min, @Nullable T max, @Nullable T value) {
        return (min == null || value != null && min.compareTo(value) <= 0)
                && (max == null || value != null && max.compareTo(value) >= 0);
    }

    private static boolean isEqual(@Nullable String wanted, @Nullable String said) {
        return wanted == null || wanted.equals(said);
    }
}
