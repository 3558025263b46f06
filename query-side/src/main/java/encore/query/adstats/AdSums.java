package encore.query.adstats;

import static encore.query.adstats.AdColumn.BUDGET;
import static encore.query.adstats.AdColumn.CLICKS;
import static encore.query.adstats.AdColumn.CONVERSIONS;
import static encore.query.adstats.AdColumn.CONVERSION_AMOUNT;
import static encore.query.adstats.AdColumn.CUSTOM_AMOUNT;
import static encore.query.adstats.AdColumn.CUSTOM_CONVERSIONS;
import static encore.query.adstats.AdColumn.CUSTOM_OFFLINE_AMOUNT;
import static encore.query.adstats.AdColumn.CUSTOM_OFFLINE_CONVERSIONS;
import static encore.query.adstats.AdColumn.IMPRESSIONS;
import static encore.query.adstats.AdColumn.LINK_CLICKS;
import static encore.query.adstats.AdColumn.OFFLINE_AMOUNT;
import static encore.query.adstats.AdColumn.OFFLINE_CONVERSIONS;
import static encore.query.adstats.AdColumn.REACH;
import static encore.query.adstats.AdColumn.SPEND;

import encore.kernel.adstats.AdAccountStats;
import encore.kernel.adstats.AdConversions;
import encore.kernel.adstats.AdStats;
import encore.kernel.adstats.AdTraffic;
import encore.kernel.tickets.sales.Money;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Sums over days of ad campaigns. Whole units and parts of amounts are added up separately, so that no sum overflows. */
final class AdSums {

    private static final int COLUMNS = AdColumn.values().length;

    private final boolean[] present = new boolean[COLUMNS];
    private final long[] whole = new long[COLUMNS];
    private final long[] parts = new long[COLUMNS];

    /** Adds a value: an amount in ten-thousandths, or a count. */
    void add(AdColumn column, long value) {
        int index = column.ordinal();
        present[index] = true;
        if (column.isAmount()) {
            Money money = new Money(value);
            whole[index] += money.whole();
            parts[index] += money.fraction();
        } else {
            whole[index] += value;
        }
    }

    /** Replaces the value of a column that is a state and is not added up. */
    void replace(AdColumn column, long value) {
        whole[column.ordinal()] = 0;
        parts[column.ordinal()] = 0;
        add(column, value);
    }

    /** Adds the sums of a part. */
    void add(AdSums part) {
        for (int index = 0; index < COLUMNS; index++) {
            present[index] |= part.present[index];
            whole[index] += part.whole[index];
            parts[index] += part.parts[index];
        }
    }

    AdStats toStats(String network) {
        return AdStats.of(network, amount(BUDGET), amount(SPEND), traffic(), conversions());
    }

    AdAccountStats toAccountStats() {
        return new AdAccountStats(amount(SPEND), traffic(), conversions());
    }

    AdTraffic traffic() {
        return new AdTraffic(count(IMPRESSIONS), count(CLICKS), count(LINK_CLICKS), count(REACH));
    }

    private AdConversions conversions() {
        return new AdConversions(
                amount(CONVERSION_AMOUNT),
                count(CONVERSIONS),
                amount(OFFLINE_AMOUNT),
                count(OFFLINE_CONVERSIONS),
                count(CUSTOM_CONVERSIONS),
                amount(CUSTOM_AMOUNT),
                count(CUSTOM_OFFLINE_CONVERSIONS),
                amount(CUSTOM_OFFLINE_AMOUNT));
    }

    private @Nullable BigDecimal amount(AdColumn column) {
        int index = column.ordinal();
        return present[index] ? Money.sum(whole[index], parts[index]) : null;
    }

    private @Nullable Long count(AdColumn column) {
        return present[column.ordinal()] ? whole[column.ordinal()] : null;
    }
}
