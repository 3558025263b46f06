package encore.query.search;

import encore.kernel.search.TicketCriteria;
import encore.kernel.search.TicketCriteria.Range;
import encore.kernel.time.Days;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds ticket criteria. */
final class TicketCriteriaBuilder {

    @Nullable
    String event;

    @Nullable
    String priceCode;

    @Nullable
    String venue;

    List<String> provinces = List.of();

    @Nullable
    String artist;

    @Nullable
    LocalDate eventFrom;

    @Nullable
    LocalDate eventTo;

    @Nullable
    LocalDate boughtFrom;

    @Nullable
    LocalDate boughtTo;

    @Nullable
    Integer days;

    @Nullable
    String priceMin;

    @Nullable
    String priceMax;

    @Nullable
    Integer seatsMin;

    @Nullable
    Integer seatsMax;

    @Nullable
    Integer salesMin;

    @Nullable
    Integer salesMax;

    boolean negative;

    TicketCriteria said() {
        return new TicketCriteria(
                event,
                priceCode,
                venue,
                provinces,
                artist,
                new Days(eventFrom, eventTo),
                new Days(boughtFrom, boughtTo),
                days,
                new Range<>(amount(priceMin), amount(priceMax)),
                new Range<>(seatsMin, seatsMax),
                new Range<>(salesMin, salesMax),
                negative);
    }

    private static @Nullable BigDecimal amount(@Nullable String text) {
        return text == null ? null : new BigDecimal(text);
    }
}
