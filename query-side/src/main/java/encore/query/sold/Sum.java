package encore.query.sold;

import encore.kernel.tickets.FanSales;
import encore.kernel.tickets.Money;
import encore.kernel.tickets.TicketStats;

/** Adds up tickets; amounts in two parts, so that no sum overflows. */
public final class Sum {

    private long sales;
    private long seats;
    private long whole;
    private long rest;

    public void add(long seatsOfOne, long paid) {
        sales++;
        seats += seatsOfOne;
        Money amount = new Money(paid);
        whole += amount.whole();
        rest += amount.rest();
    }

    /** @param fans how many bought it */
    public FanSales of(long fans) {
        return new FanSales(fans, sales, seats, Money.sum(whole, rest));
    }

    /** @param seen of each who counts: 1 for bought something then, and 2 for is new */
    public TicketStats with(byte[] seen) {
        long returning = 0;
        long fresh = 0;
        for (byte one : seen) {
            returning += one == 1 ? 1 : 0;
            fresh += one == 3 ? 1 : 0;
        }
        return new TicketStats(returning, fresh, sales, seats, Money.sum(whole, rest));
    }
}
