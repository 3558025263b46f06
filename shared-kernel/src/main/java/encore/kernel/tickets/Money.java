package encore.kernel.tickets;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Amounts of a currency that the account knows; sums are made in ten-thousandths, exactly. */
public final class Money {

    /** The most digits behind the point. */
    public static final int DIGITS = 4;

    /** The most digits before it. */
    public static final int WHOLE = 12;

    private static final long PARTS = 10_000;

    private Money() {}

    /** Of equal amounts one spelling, so that what comes again is equal to what was there. */
    public static @Nullable BigDecimal plain(@Nullable BigDecimal amount) {
        return amount == null ? null : new BigDecimal(amount.stripTrailingZeros().toPlainString());
    }

    /** In ten-thousandths; 0 for nothing, and for what no call lets in. */
    public static long parts(@Nullable BigDecimal amount) {
        if (amount == null || amount.precision() - amount.scale() > WHOLE) {
            return 0;
        }
        return amount.movePointRight(DIGITS).longValue();
    }

    /** The sum of many: whole ones, and the ten-thousandths besides. */
    public static BigDecimal sum(long whole, long parts) {
        return new BigDecimal(BigDecimal.valueOf(parts, DIGITS)
                .add(BigDecimal.valueOf(whole))
                .stripTrailingZeros()
                .toPlainString());
    }

    /** What of an amount in ten-thousandths is whole. */
    public static long whole(long parts) {
        return parts / PARTS;
    }

    /** What of it is not. */
    public static long rest(long parts) {
        return parts % PARTS;
    }
}
