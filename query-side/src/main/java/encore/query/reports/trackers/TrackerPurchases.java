package encore.query.reports.trackers;

import encore.kernel.trackers.records.TrackerRecordRow;
import encore.kernel.trackers.records.TrackerRecordRow.CountedShare;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The purchases that belong to one tracker, with their days. */
final class TrackerPurchases {

    private record Purchase(LocalDate day, CountedShare share) {}

    private final List<Purchase> purchases = new ArrayList<>();

    /** @param row with a share */
    void add(TrackerRecordRow row) {
        LocalDate day = LocalDate.ofInstant(row.recorded(), ZoneOffset.UTC);
        purchases.add(new Purchase(day, Objects.requireNonNull(row.share())));
    }

    /** Returns the number of distinct orders and of purchases without one. */
    long count() {
        return countOf(purchases);
    }

    long count(LocalDate day) {
        return countOf(on(day));
    }

    /** Returns the sum of the amounts in the account's currency, which includes amounts without a currency. */
    BigDecimal amount(String currency) {
        return amountOf(purchases, currency);
    }

    BigDecimal amount(LocalDate day, String currency) {
        return amountOf(on(day), currency);
    }

    private List<Purchase> on(LocalDate day) {
        return purchases.stream().filter(purchase -> purchase.day().equals(day)).toList();
    }

    private static long countOf(List<Purchase> purchases) {
        Set<String> orders = new HashSet<>();
        long single = 0;
        for (Purchase purchase : purchases) {
            String order = purchase.share().orderKey();
            if (order == null) {
                single++;
            } else {
                orders.add(order);
            }
        }
        return single + orders.size();
    }

    private static BigDecimal amountOf(List<Purchase> purchases, String currency) {
        BigDecimal sum = purchases.stream()
                .map(Purchase::share)
                .filter(share -> share.currency().isEmpty() || share.currency().equals(currency))
                .map(CountedShare::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new BigDecimal(sum.stripTrailingZeros().toPlainString());
    }
}
