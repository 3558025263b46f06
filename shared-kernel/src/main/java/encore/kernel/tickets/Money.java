package encore.kernel.tickets;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An amount of a currency that the account knows, so that sums are made exactly.
 *
 * @param parts ten-thousandths
 */
public record Money(long parts) {

    /** The most digits behind the point. */
    public static final int DIGITS = 4;

    /** The most digits before it. */
    public static final int WHOLE = 12;

    private static final long PARTS = 10_000;

    /** Nothing for null, and for what no call lets in. */
    public static Money of(@Nullable BigDecimal amount) {
        return new Money(
                amount == null || amount.precision() - amount.scale() > WHOLE
                        ? 0
                        : amount.movePointRight(DIGITS).longValue());
    }

    /** Of equal amounts one spelling, so that what comes again is equal to what was there. */
    public static @Nullable BigDecimal plain(@Nullable BigDecimal amount) {
        return amount == null
                ? null
                : new BigDecimal(amount.stripTrailingZeros().toPlainString());
    }

    /** The sum of many: whole ones, and the ten-thousandths besides. */
    public static BigDecimal sum(long whole, long parts) {
        BigDecimal sum = BigDecimal.valueOf(parts, DIGITS).add(BigDecimal.valueOf(whole));
        return new BigDecimal(sum.stripTrailingZeros().toPlainString());
    }

    public long whole() {
        return parts / PARTS;
    }

    /** What of it is not whole. */
    public long rest() {
        return parts % PARTS;
    }
}
