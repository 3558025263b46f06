package encore.query.tickets;

import encore.kernel.tickets.sales.TicketStats;
import encore.query.tickets.TestTickets.Said;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Counts plain records exactly as the contract says, regardless of speed. */
final class SalesOracle {

    private SalesOracle() {}

    static TicketStats stats(
            Map<Long, Said> all, Set<String> excluded, int from, int to, @Nullable String event, boolean specific) {
        List<Said> counting = all.values().stream()
                .filter(one -> !one.deleted() && !excluded.contains(one.event()))
                .toList();
        List<Said> sold = counting.stream()
                .filter(one -> one.day() >= from && one.day() <= to)
                .filter(one -> event == null || event.equals(one.event()))
                .toList();
        record Guest(long fan, @Nullable String event) {}
        List<Guest> guests = sold.stream()
                .map(one -> new Guest(one.fan(), specific ? one.event() : null))
                .distinct()
                .toList();
        long returning = guests.stream()
                .filter(guest -> {
                    int since = specific
                            ? first(
                                    counting,
                                    one -> one.fan() == guest.fan()
                                            && one.event().equals(guest.event()))
                            : from;
                    return first(counting, one -> one.fan() == guest.fan()) < since;
                })
                .count();
        BigDecimal revenue =
                sold.stream().map(one -> new BigDecimal(one.paid())).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new TicketStats(
                returning,
                guests.size() - returning,
                sold.size(),
                sold.stream().mapToLong(Said::seats).sum(),
                new BigDecimal(revenue.stripTrailingZeros().toPlainString()));
    }

    private static int first(Collection<Said> counting, Predicate<Said> whose) {
        return counting.stream().filter(whose).mapToInt(Said::day).min().orElse(Integer.MAX_VALUE);
    }
}
