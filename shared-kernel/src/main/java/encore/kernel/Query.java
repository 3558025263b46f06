package encore.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A question to the projections. It carries the account it is asked for and, where it lists, a {@link Paging}.
 *
 * @param <R> the answer: a record, a list of records or a {@link Page}
 */
public interface Query<R> {

    long account();

    /** The moment that is asked about; null for now. */
    default @Nullable AsOf asOf() {
        return null;
    }

    /**
     * Whether it leads on by times: then it is answered from all that was stamped at the time of what the asker has seen,
     * since of a time that is not over nothing can be shown.
     */
    default boolean byTime() {
        return false;
    }
}
