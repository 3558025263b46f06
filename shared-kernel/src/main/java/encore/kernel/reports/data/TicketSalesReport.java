package encore.kernel.reports.data;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sums of the tickets that were sold on some days, by event and by day. */
public record TicketSalesReport(
        long salesCount,
        long seatsCount,
        BigDecimal revenue,
        long newFansCount,
        long returningFansCount,
        List<EventRow> events,
        List<Day> days) {

    public TicketSalesReport {
        events = List.copyOf(events);
        days = List.copyOf(days);
    }

    /** The sums of one event. */
    public record EventRow(
            String eventUid, @Nullable String eventName, long salesCount, long seatsCount, BigDecimal revenue) {}

    /** The sums of one UTC day. */
    public record Day(
            LocalDate date,
            long salesCount,
            long seatsCount,
            BigDecimal revenue,
            long newFansCount,
            long returningFansCount) {}
}
