package encore.query.ticketchunks;

import encore.kernel.tickets.sales.FanSales;
import encore.kernel.tickets.sales.Money;
import encore.kernel.tickets.sales.TicketStats;

/** Sums up tickets. It adds whole units and fractions of amounts separately, so that no sum overflows. */
public final class SalesSum {

    private long sales;
    private long seats;
    private long whole;
    private long rest;

    public void add(long seatsOfOne, long paid) {
        sales++;
        seats += seatsOfOne;
        Money amount = new Money(paid);
        whole += amount.whole();
        rest += amount.fraction();
    }

    /** @param fans the number of fans who bought the tickets */
    public FanSales toFanSales(long fans) {
        return new FanSales(fans, sales, seats, Money.sum(whole, rest));
    }

    /** @param buyerFlags for each buyer a bit set: 1 if there is a purchase in the window, 2 if the buyer is new in it */
    public TicketStats toTicketStats(byte[] buyerFlags) {
        long returning = 0;
        long fresh = 0;
        for (byte flags : buyerFlags) {
            returning += flags == 1 ? 1 : 0;
            fresh += flags == 3 ? 1 : 0;
        }
        return new TicketStats(returning, fresh, sales, seats, Money.sum(whole, rest));
    }
}
