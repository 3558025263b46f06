package encore.query.documents;

import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import org.jspecify.annotations.Nullable;

/**
 * Pages that all show the rows of the moment of the first page. Rows that are sorted by a time of their own may come in
 * anywhere while a caller reads on, so the keys of pages begin with the position up to which rows count: {@code
 * <position>.<key>}.
 *
 * @param bound the last position that counts
 * @param paging the paging without the position
 */
public record BoundedPaging(long bound, NextKey paging) {

    private static final char SEPARATOR = '.';

    /** @param bound the last position that counts for a first page */
    public static BoundedPaging of(NextKey paging, long bound) {
        String after = paging.after();
        int separator = after == null ? -1 : after.indexOf(SEPARATOR);
        if (after == null || separator < 0) {
            // A key of an earlier build has no position.
            return new BoundedPaging(bound, paging);
        }
        try {
            long first = Long.parseLong(after, 0, separator, 10);
            return new BoundedPaging(
                    Math.min(first, bound), new NextKey(after.substring(separator + 1), paging.limit(), paging.q()));
        } catch (NumberFormatException e) {
            throw TimeKey.malformed();
        }
    }

    public boolean includes(long position) {
        return position <= bound;
    }

    /** Returns the page with the position in its keys. */
    public <T> Page<T> withBound(Page<T> page) {
        return new Page<>(page.rows(), key(page.first()), key(page.last()), page.more(), page.position());
    }

    private @Nullable String key(@Nullable String key) {
        return key == null ? null : bound + String.valueOf(SEPARATOR) + key;
    }
}
