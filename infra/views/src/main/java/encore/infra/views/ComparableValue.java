package encore.infra.views;

import encore.kernel.StreamId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes what a question compares with, as every adapter keeps it: a flag is a number, a time its milliseconds. */
public final class ComparableValue {

    private ComparableValue() {}

    /** @return a text, a Long, a Double or null */
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
            default -> throw new IllegalArgumentException("Not a value to compare with: " + value.getClass());
        };
    }

    /** The least text above all that begin so, or null when there is none. */
    public static @Nullable String behindAllThatBeginWith(String prefix) {
        int[] points = prefix.codePoints().toArray();
        for (int i = points.length - 1; i >= 0; i--) {
            if (points[i] < Character.MAX_CODE_POINT) {
                // Surrogates are no characters of their own; U+E000 follows U+D7FF.
                points[i] = points[i] + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : points[i] + 1;
                return new String(points, 0, i + 1);
            }
        }
        return null;
    }
}
