package encore.kernel.paging;

import org.jspecify.annotations.Nullable;

/** Selects a page of an ordered listing, in the four spellings of the spec (document 1, 4). */
public sealed interface Paging {

    int limit();

    /** By a signed cursor. {@code after} is the key of the last row of the previous page. */
    record Search(@Nullable String after, int limit) implements Paging {}

    /** By ids: ascending above {@code min}; without it descending from below {@code max}. Bounds are exclusive. */
    record IdWindow(@Nullable Long min, @Nullable Long max, int limit) implements Paging {}

    /**
     * By the key that the previous page named; ascending and exclusive.
     *
     * @param q the text that a word of the names begins with; null for all rows
     */
    record NextKey(
            @Nullable String after, int limit, @Nullable String q) implements Paging {
        public NextKey(@Nullable String after, int limit) {
            this(after, limit, null);
        }
    }

    /** By time keys {@code <unix_time>_<milliseconds>_<id>}, compared as numbers; exclusive. */
    record TimeKeys(@Nullable String min, @Nullable String max, int limit) implements Paging {}
}
