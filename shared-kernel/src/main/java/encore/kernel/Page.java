package encore.kernel;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of an ordered walk.
 *
 * @param first the key of the first row, null when there is none
 * @param last the key of the last row, null when there is none
 * @param more whether rows follow behind the last
 * @param position the log position up to which the projection had read
 */
public record Page<T>(
        List<T> rows, @Nullable String first, @Nullable String last, boolean more, long position) {

    public Page {
        rows = List.copyOf(rows);
    }

    /**
     * As many rows as were asked for.
     *
     * @param found one row more than the limit, when there are so many
     */
    public static <T> Page<T> of(List<T> found, int limit, Function<T, String> key, long position) {
        boolean more = found.size() > limit;
        List<T> rows = more ? found.subList(0, limit) : found;
        return new Page<>(
                rows,
                rows.isEmpty() ? null : key.apply(rows.getFirst()),
                rows.isEmpty() ? null : key.apply(rows.getLast()),
                more,
                position);
    }

    /** The same page with its rows in another shape. */
    public <R> Page<R> map(Function<T, R> shape) {
        return new Page<>(rows.stream().map(shape).toList(), first, last, more, position);
    }
}
