package encore.kernel.tickets.sales;

import java.math.BigDecimal;

/** The sums of the tickets of some fans. Deleted tickets and tickets of excluded events do not count. */
public record FanSales(long fanCount, long salesCount, long seatsCount, BigDecimal revenue) {}
