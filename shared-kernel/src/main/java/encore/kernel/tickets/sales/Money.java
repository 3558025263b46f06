package encore.kernel.tickets.sales;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount of money. The account knows its currency.
 *
 * @param parts the amount in ten-thousandths of a unit
 */
public record Money(long parts) {

    /** The largest number of digits after the decimal point. */
    public static final int FRACTION_DIGITS = 4;

    /** The largest number of digits before the decimal point. */
    public static final int INTEGER_DIGITS = 12;

    private static final long PARTS_PER_UNIT = 10_000;

    /** Returns an amount, or 0 for null and for an amount that is larger than any call accepts. */
    public static Money of(@Nullable BigDecimal amount) {
        return new Money(
                amount == null || amount.precision() - amount.scale() > INTEGER_DIGITS
                        ? 0
                        : amount.movePointRight(FRACTION_DIGITS).longValue());
    }

    /** Removes trailing zeros, so that equal amounts have one spelling and a repeated one is recognised. */
    public static @Nullable BigDecimal normalised(@Nullable BigDecimal amount) {
        return amount == null
                ? null
                : new BigDecimal(amount.stripTrailingZeros().toPlainString());
    }

    /** Returns the sum of whole units and ten-thousandths, which are added up separately. */
    public static BigDecimal sum(long whole, long parts) {
        BigDecimal sum = BigDecimal.valueOf(parts, FRACTION_DIGITS).add(BigDecimal.valueOf(whole));
        return new BigDecimal(sum.stripTrailingZeros().toPlainString());
    }

    public long whole() {
        return parts / PARTS_PER_UNIT;
    }

    /** Returns the ten-thousandths that exceed the whole units. */
    public long fraction() {
        return parts % PARTS_PER_UNIT;
    }
}
