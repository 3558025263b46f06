package encore.query.projection;

import encore.kernel.Query;
import java.util.function.Supplier;

/**
 * Lets a query handler use another feature's answer: by its query, never by its collection. The other projection has to
 * reach the same position as the current query. When that takes time, the current answer is abandoned and started
 * again, so ask before reading much.
 */
public interface QueryGateway {

    /** Bound to the current query while a handler runs, on any thread. */
    ScopedValue<QueryGateway> CURRENT = ScopedValue.newInstance();

    <R> R ask(Query<R> query);

    /** Asks on another thread while the caller continues. The caller waits when it takes the answer, once. */
    default <R> Supplier<R> askAsync(Query<R> query) {
        R answer = ask(query);
        return () -> answer;
    }

    /** Returns a gateway that asks on behalf of the query that the calling thread is answering. */
    static QueryGateway ofCurrentQuery() {
        return new QueryGateway() {
            @Override
            public <R> R ask(Query<R> query) {
                if (!CURRENT.isBound()) {
                    throw new IllegalStateException("A query gateway can only be used inside a query handler");
                }
                return CURRENT.get().ask(query);
            }

            @Override
            public <R> Supplier<R> askAsync(Query<R> query) {
                return CURRENT.isBound() ? CURRENT.get().askAsync(query) : QueryGateway.super.askAsync(query);
            }
        };
    }
}
