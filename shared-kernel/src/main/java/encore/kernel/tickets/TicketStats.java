package encore.kernel.tickets;

import java.math.BigDecimal;

/** What was sold on some days, and to whom. */
public record TicketStats(
        long returningFansCount, long newFansCount, long salesCount, long seatsCount, BigDecimal revenue) {}
