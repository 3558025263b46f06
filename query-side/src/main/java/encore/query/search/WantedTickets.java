package encore.query.search;

import encore.kernel.fans.TicketCriteria;
import encore.kernel.fans.TicketCriteria.Range;
import encore.kernel.tickets.Money;
import encore.query.sold.Shared;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a ticket meets the ticket criteria of a search. */
final class WantedTickets {

    private final TicketCriteria wanted;
    private final Set<String> provinces;
    private final int from;
    private final int to;
    private final boolean anyPrice;
    private final @Nullable Money least;
    private final @Nullable Money most;

    WantedTickets(TicketCriteria wanted, LocalDate today) {
        this.wanted = wanted;
        provinces = new HashSet<>(wanted.venueProvinces());
        int now = (int) today.toEpochDay();
        Integer days = wanted.days();
        from = Math.max(wanted.bought().first(), days == null ? Integer.MIN_VALUE : now - days + 1);
        to = Math.min(wanted.bought().last(), days == null ? Integer.MAX_VALUE : now);
        Range<BigDecimal> price = wanted.seatPrice();
        anyPrice = price.isAny();
        least = price.min() == null ? null : Money.of(price.min());
        most = price.max() == null ? null : Money.of(price.max());
    }

    boolean isOf(Shared shared) {
        return isEqual(wanted.eventName(), shared.eventName())
                && isEqual(wanted.priceCode(), shared.priceCode())
                && isEqual(wanted.venueName(), shared.venueName())
                && isEqual(wanted.artistName(), shared.artistName())
                && (provinces.isEmpty() || provinces.contains(shared.venueProvince()))
                && isOn(shared.eventDate());
    }

    private boolean isOn(@Nullable LocalDate day) {
        LocalDate first = wanted.event().from();
        LocalDate last = wanted.event().to();
        return (first == null || day != null && !day.isBefore(first))
                && (last == null || day != null && !day.isAfter(last));
    }

    boolean isBoughtOn(int day) {
        return day >= from && day <= to;
    }

    /**
     * Compares the price of a seat without dividing, so that nothing is rounded. A ticket without seats has no price.
     */
    boolean costs(long paid, int seats) {
        return anyPrice
                || seats > 0
                        && (least == null || paid >= product(least, seats))
                        && (most == null || paid <= product(most, seats));
    }

    /** Multiplies; a product that overflows counts as more than any amount. */
    private static long product(Money price, int seats) {
        long product = price.parts() * seats;
        return Math.multiplyHigh(price.parts(), seats) != 0 || product < 0 ? Long.MAX_VALUE : product;
    }

    private static boolean isEqual(@Nullable String wanted, @Nullable String said) {
        return wanted == null || wanted.equals(said);
    }
}
