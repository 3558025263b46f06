package encore.infra.views.criteria;

import encore.kernel.StreamId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Converts a value of a query to the form in which every adapter compares: a flag is a number, a time its milliseconds.
 */
public final class ComparableValue {

    private ComparableValue() {}

    /** Returns a text, a Long, a Double or null. */
    public static @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Long number -> number;
            case Integer number -> number.longValue();
            case Double number -> number;
            case Boolean flag -> flag ? 1L : 0L;
            case Instant time -> time.toEpochMilli();
            case Enum<?> constant -> constant.name();
            case StreamId id -> id.toString();
            default -> throw new IllegalArgumentException("Cannot compare with a value of type " + value.getClass());
        };
    }

    /** Returns the least text that sorts above all texts with this prefix, or null when there is none. */
    public static @Nullable String endOfPrefix(String prefix) {
        int[] points = prefix.codePoints().toArray();
        for (int i = points.length - 1; i >= 0; i--) {
            if (points[i] < Character.MAX_CODE_POINT) {
                // Surrogates are not characters of their own: U+E000 follows U+D7FF.
                points[i] = points[i] + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : points[i] + 1;
                return new String(points, 0, i + 1);
            }
        }
        return null;
    }
}
