package encore.kernel.reports.data;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sums of an event, and how they grew towards the day of the event.
 *
 * @param days every day of the window; none without a date of the event
 */
public record TicketCompareRow(
        String eventUid,
        @Nullable String eventName,
        @Nullable LocalDate eventDate,
        long salesCount,
        long seatsCount,
        BigDecimal revenue,
        List<Day> days) {

    public TicketCompareRow {
        days = List.copyOf(days);
    }

    /**
     * The sums from the first day of the window to this day.
     *
     * @param daysBefore the number of days to the day of the event, negative after it
     */
    public record Day(long daysBefore, long seatsCount, BigDecimal revenue) {}
}
