package encore.kernel.tickets.sales;

import java.math.BigDecimal;

/** The sums of the tickets that were sold on some days, and the numbers of new and returning fans. */
public record TicketStats(
        long returningFansCount, long newFansCount, long salesCount, long seatsCount, BigDecimal revenue) {}
