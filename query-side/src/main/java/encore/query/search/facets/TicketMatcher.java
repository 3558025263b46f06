package encore.query.search.facets;

import encore.kernel.search.TicketCriteria;
import encore.kernel.search.TicketCriteria.Range;
import encore.kernel.tickets.sales.Money;
import encore.query.ticketchunks.SharedTicketFields;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether a ticket meets the ticket criteria of a search. */
final class TicketMatcher {

    private final TicketCriteria criteria;
    private final Set<String> provinces;
    private final int from;
    private final int to;
    private final boolean anyPrice;
    private final @Nullable Money minPrice;
    private final @Nullable Money maxPrice;

    TicketMatcher(TicketCriteria criteria, LocalDate today) {
        this.criteria = criteria;
        provinces = new HashSet<>(criteria.venueProvinces());
        int currentDay = (int) today.toEpochDay();
        Integer days = criteria.days();
        from = Math.max(criteria.bought().firstEpochDay(), days == null ? Integer.MIN_VALUE : currentDay - days + 1);
        to = Math.min(criteria.bought().lastEpochDay(), days == null ? Integer.MAX_VALUE : currentDay);
        Range<BigDecimal> price = criteria.seatPrice();
        anyPrice = price.isAny();
        minPrice = price.min() == null ? null : Money.of(price.min());
        maxPrice = price.max() == null ? null : Money.of(price.max());
    }

    boolean matches(SharedTicketFields sharedTicketFields) {
        return isEqual(criteria.eventName(), sharedTicketFields.eventName())
                && isEqual(criteria.priceCode(), sharedTicketFields.priceCode())
                && isEqual(criteria.venueName(), sharedTicketFields.venueName())
                && isEqual(criteria.artistName(), sharedTicketFields.artistName())
                && (provinces.isEmpty() || provinces.contains(sharedTicketFields.venueProvince()))
                && isOn(sharedTicketFields.eventDate());
    }

    private boolean isOn(@Nullable LocalDate day) {
        LocalDate first = criteria.event().from();
        LocalDate last = criteria.event().to();
        return (first == null || day != null && !day.isBefore(first))
                && (last == null || day != null && !day.isAfter(last));
    }

    boolean isBoughtOn(int day) {
        return day >= from && day <= to;
    }

    /**
     * Compares the price of a seat without dividing, so that nothing is rounded. A ticket without seats has no price.
     */
    boolean isPriceInRange(long paid, int seats) {
        return anyPrice
                || seats > 0
                        && (minPrice == null || paid >= product(minPrice, seats))
                        && (maxPrice == null || paid <= product(maxPrice, seats));
    }

    /** Multiplies; a product that overflows counts as more than any amount. */
    private static long product(Money price, int seats) {
        long product = price.parts() * seats;
        return Math.multiplyHigh(price.parts(), seats) != 0 || product < 0 ? Long.MAX_VALUE : product;
    }

    private static boolean isEqual(@Nullable String expected, @Nullable String actual) {
        return expected == null || expected.equals(actual);
    }
}
