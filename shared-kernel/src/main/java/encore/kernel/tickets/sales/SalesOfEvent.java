package encore.kernel.tickets.sales;

import java.math.BigDecimal;

/**
 * The sums of the tickets of an event. Deleted tickets do not count, and an excluded event has none.
 *
 * @param returningFansCount the fans that had bought a ticket of another event on an earlier day
 * @param newFansCount the fans that bought their first ticket for this event
 */
public record SalesOfEvent(
        String eventUid,
        long returningFansCount,
        long newFansCount,
        long salesCount,
        long seatsCount,
        BigDecimal revenue) {}
