package encore.kernel.tickets.sales;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sums of the tickets of some events by event and day.
 *
 * @param all the sums of all of them, and their new and returning fans
 * @param rows one for each event and day with tickets, by the events' uids and then by day
 * @param fans one for each day with tickets, by day
 */
public record EventSales(TicketStats all, List<EventDay> rows, List<DayOfFans> fans) {

    public EventSales {
        rows = List.copyOf(rows);
        fans = List.copyOf(fans);
    }

    /** The sums of the tickets of an event that were sold on a UTC day. */
    public record EventDay(TicketedEvent event, LocalDate day, long salesCount, long seatsCount, BigDecimal revenue) {}

    /** An event as its tickets name it, also after it was removed. */
    public record TicketedEvent(
            String eventUid,
            @Nullable String eventName,
            @Nullable LocalDate eventDate) {}

    /** The numbers of fans that bought on a UTC day for the first time, and of those that had bought before. */
    public record DayOfFans(LocalDate day, long newFansCount, long returningFansCount) {}
}
