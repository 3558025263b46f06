package encore.kernel;

import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.time.AsOf;
import org.jspecify.annotations.Nullable;

/**
 * A query to the projections. It names the account, and a listing also carries a {@link Paging}.
 *
 * @param <R> the answer: a record, a list of records or a {@link Page}
 */
public interface Query<R> {

    long account();

    /** Returns the moment to read at; null for the newest state. */
    default @Nullable AsOf asOf() {
        return null;
    }

    /**
     * Returns whether the listing continues by times. Such a query is answered from a projection that has applied every
     * event stamped up to the time that the caller has seen: rows of a time that is not yet over could be missed.
     */
    default boolean byTime() {
        return false;
    }

    /**
     * Returns whether the answer may take as long as it needs, because it waits for the runners of projections. Only
     * orders of operators do.
     */
    default boolean waitsForRunners() {
        return false;
    }
}
