package encore.kernel.tickets;

import java.math.BigDecimal;

/** What was sold to some fans: deleted tickets and excluded events count nowhere. */
public record FanSales(long fanCount, long salesCount, long seatsCount, BigDecimal revenue) {}
