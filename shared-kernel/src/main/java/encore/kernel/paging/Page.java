package encore.kernel.paging;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of an ordered listing.
 *
 * @param first the key of the first row, null when there is none
 * @param last the key of the last row, null when there is none
 * @param more whether rows follow after the last
 * @param position the log position up to which the projection had read
 */
public record Page<T>(
        List<T> rows, @Nullable String first, @Nullable String last, boolean more, long position) {

    public Page {
        rows = List.copyOf(rows);
    }

    /**
     * Cuts rows to the limit.
     *
     * @param found the rows of a read with limit + 1, so that a further row shows that there is more
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

    /** Returns the same page with each row converted. */
    public <R> Page<R> map(Function<T, R> shape) {
        return new Page<>(rows.stream().map(shape).toList(), first, last, more, position);
    }

    /** Returns the same page with these rows in place of its own. */
    public <R> Page<R> withRows(List<R> others) {
        return new Page<>(others, first, last, more, position);
    }
}
