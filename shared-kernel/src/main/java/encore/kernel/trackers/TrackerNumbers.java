package encore.kernel.trackers;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counts and sums of a tracker.
 *
 * @param purchases the distinct order_keys of purchases that belong to it, and its purchases without one
 * @param amounts the sums by currency; under {@link #NO_CURRENCY} those of purchases that name none
 */
public record TrackerNumbers(long clicks, long purchases, Map<String, BigDecimal> amounts) {

    /** The key of amounts without a currency of their own. */
    public static final String NO_CURRENCY = "";

    public static final TrackerNumbers NONE = new TrackerNumbers(0, 0, Map.of());

    public TrackerNumbers {
        amounts = Map.copyOf(amounts);
    }

    /** Returns the numbers with further clicks, purchases and an amount, each of which may be negative. */
    public TrackerNumbers plus(long moreClicks, long morePurchases, String currency, BigDecimal amount) {
        Map<String, BigDecimal> sums = new HashMap<>(amounts);
        if (amount.signum() != 0) {
            BigDecimal sum = sums.getOrDefault(currency, BigDecimal.ZERO).add(amount);
            if (sum.signum() == 0) {
                sums.remove(currency);
            } else {
                sums.put(currency, new BigDecimal(sum.stripTrailingZeros().toPlainString()));
            }
        }
        return new TrackerNumbers(clicks + moreClicks, purchases + morePurchases, sums);
    }

    /** Returns the sum in the account's currency, which includes amounts without a currency. */
    public BigDecimal amountIn(String currency) {
        return amountsIn(currency).getOrDefault(currency, BigDecimal.ZERO);
    }

    /** Returns the sums by currency. Amounts without a currency are in the account's. */
    public Map<String, BigDecimal> amountsIn(String currency) {
        Map<String, BigDecimal> sums = new TreeMap<>();
        amounts.forEach(
                (each, amount) -> sums.merge(each.equals(NO_CURRENCY) ? currency : each, amount, BigDecimal::add));
        return sums;
    }
}
