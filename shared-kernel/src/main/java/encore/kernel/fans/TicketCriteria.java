package encore.kernel.fans;

import encore.kernel.Days;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says which tickets a fan has; all of it of the same ones. Null lets every ticket through, but who has none is never meant.
 *
 * @param event UTC days of the shows
 * @param bought UTC days of the purchases
 * @param days bought on one of the last so many, today included
 * @param seatPrice of one seat of one ticket; without seats there is none
 * @param seats of these tickets together
 * @param sales how many these tickets are
 * @param negative those fans are meant whom the rest does not mean
 */
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

    /** Both ends included; one that is null is open. */
    public record Range<N>(@Nullable N min, @Nullable N max) {

        public static <N> Range<N> any() {
            return new Range<>(null, null);
        }

        public boolean isAny() {
            return min == null && max == null;
        }
    }

    public static final TicketCriteria ANY = new TicketCriteria(
            null, null, null, List.of(), null, Days.ALL, Days.ALL, null, Range.any(), Range.any(), Range.any(), false);

    public TicketCriteria {
        venueProvinces = venueProvinces.stream().distinct().toList();
    }
}
