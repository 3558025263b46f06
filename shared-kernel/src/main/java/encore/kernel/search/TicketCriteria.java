package encore.kernel.search;

import encore.kernel.time.Days;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The criteria for the tickets of a fan. The same tickets must meet all of them. Null lets every ticket through, but a
 * fan without tickets never matches.
 *
 * @param event the UTC days of the shows
 * @param bought the UTC days of the purchases
 * @param days bought within this many days, including today
 * @param seatPrice the price of one seat of one ticket; a ticket without seats has none
 * @param seats the number of seats of these tickets together
 * @param sales the number of these tickets
 * @param negative whether the fans match that do not meet the other criteria
 */
@RecordBuilder
public record TicketCriteria(
        @Nullable String eventName,
        @Nullable String priceCode,
        @Nullable String venueName,
        List<String> venueProvinces,
        @Nullable String artistName,
        Days event,
        Days bought,
        @Nullable Integer days,
        Range<BigDecimal> seatPrice,
        Range<Integer> seats,
        Range<Integer> sales,
        boolean negative) {

    /** A range with both ends included; an end that is null is open. */
    public record Range<N>(@Nullable N min, @Nullable N max) {

        public static <N> Range<N> any() {
            return new Range<>(null, null);
        }

        public boolean isAny() {
            return min == null && max == null;
        }
    }

    public static final TicketCriteria ANY = TicketCriteriaBuilder.builder()
            .venueProvinces(List.of())
            .event(Days.ALL)
            .bought(Days.ALL)
            .seatPrice(Range.any())
            .seats(Range.any())
            .sales(Range.any())
            .negative(false)
            .build();

    public TicketCriteria {
        venueProvinces = venueProvinces.stream().distinct().toList();
    }
}
