package encore.query.reports.tickets;

import encore.kernel.tickets.sales.EventSales.EventDay;
import java.math.BigDecimal;
import java.util.stream.Stream;

/** Sums of sold tickets. */
record Sums(long salesCount, long seatsCount, BigDecimal revenue) {

    static final Sums ZERO = new Sums(0, 0, BigDecimal.ZERO);

    static Sums of(Stream<EventDay> rows) {
        return rows.map(row -> new Sums(row.salesCount(), row.seatsCount(), row.revenue()))
                .reduce(ZERO, Sums::plus);
    }

    Sums plus(Sums other) {
        BigDecimal sum = revenue.add(other.revenue).stripTrailingZeros();
        return new Sums(
                salesCount + other.salesCount, seatsCount + other.seatsCount, new BigDecimal(sum.toPlainString()));
    }
}
