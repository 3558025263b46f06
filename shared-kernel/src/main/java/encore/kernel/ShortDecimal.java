package encore.kernel;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Bounds the digits and exponents of decimals. They are checked first: arithmetic with a huge exponent overflows. */
public final class ShortDecimal {

    /** The most digits of a number, and the most places that its point is moved by. */
    public static final int MAX_DIGITS = 38;

    private static final int MAX_DIGITS_OF_A_DOUBLE = 400;

    /** No text of a number that is accepted has more zeros than this at its end. */
    private static final int LARGEST_EXPONENT = 1_000;

    private ShortDecimal() {}

    /** Whether the number is short enough to be written in plain digits. */
    public static boolean isShort(BigDecimal value) {
        return value.precision() <= MAX_DIGITS && Math.abs((long) value.scale()) <= MAX_DIGITS;
    }

    /** Whether the number is in the range of a double and has no more digits and places than the longest double. */
    public static boolean isOfADouble(BigDecimal value) {
        return value.precision() <= MAX_DIGITS_OF_A_DOUBLE
                && Math.abs((long) value.scale()) <= MAX_DIGITS_OF_A_DOUBLE
                && Double.isFinite(value.doubleValue());
    }

    /** Returns a number without zeros at its end; null if it is not short even so. */
    public static @Nullable BigDecimal stripped(BigDecimal value) {
        if (Math.abs((long) value.scale()) > LARGEST_EXPONENT) {
            return null;
        }
        BigDecimal stripped = value.stripTrailingZeros();
        return isShort(stripped) ? stripped : null;
    }
}
