package encore.query.reports.trackers;

import encore.kernel.trackers.records.TrackerRecordRow;
import encore.kernel.trackers.records.TrackerRecordRow.CountedShare;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Counts and adds up the purchases that are attributed to one tracker, as a whole and for each day in UTC. Several
 * purchases with the same order key are one order.
 */
final class TrackerPurchases {

    private final List<CountedShare> all = new ArrayList<>();
    private final Map<LocalDate, List<CountedShare>> byDay = new HashMap<>();

    /** Adds a purchase. Its row has a share: the part of the purchase that counts for the tracker. */
    void add(TrackerRecordRow row) {
        CountedShare share = Objects.requireNonNull(row.share());
        all.add(share);
        byDay.computeIfAbsent(LocalDate.ofInstant(row.recorded(), ZoneOffset.UTC), first -> new ArrayList<>())
                .add(share);
    }

    /** Returns the number of orders. A purchase without an order key is an order of its own. */
    long count() {
        return countOf(all);
    }

    long count(LocalDate day) {
        return countOf(on(day));
    }

    /** Returns the sum of the amounts in this currency and of those without a currency. Other amounts are left out. */
    BigDecimal amount(String currency) {
        return amountOf(all, currency);
    }

    BigDecimal amount(LocalDate day, String currency) {
        return amountOf(on(day), currency);
    }

    private List<CountedShare> on(LocalDate day) {
        return byDay.getOrDefault(day, List.of());
    }

    private static long countOf(List<CountedShare> shares) {
        Set<String> orders = new HashSet<>();
        long single = 0;
        for (CountedShare share : shares) {
            String order = share.orderKey();
            if (order == null) {
                single++;
            } else {
                orders.add(order);
            }
        }
        return single + orders.size();
    }

    private static BigDecimal amountOf(List<CountedShare> shares, String currency) {
        BigDecimal sum = shares.stream()
                .filter(share -> share.currency().isEmpty() || share.currency().equals(currency))
                .map(CountedShare::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new BigDecimal(sum.stripTrailingZeros().toPlainString());
    }
}
