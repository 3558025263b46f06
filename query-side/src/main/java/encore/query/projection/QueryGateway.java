package encore.query.projection;

import encore.kernel.Query;
import java.util.function.Supplier;

/**
 * Lets one projection's answer use another feature's: by its query, never by its collection. The other projection is
 * waited for to the same position as the question at hand; when that takes time, the answer at hand is given up and
 * begun anew, so ask before reading much.
 */
public interface QueryGateway {

    /** Bound while a handler runs, on whichever thread. */
    ScopedValue<QueryGateway> AT_HAND = ScopedValue.newInstance();

    <R> R ask(Query<R> query);

    /** Asks while the asker goes on; the answer is waited for where it is taken, once. */
    default <R> Supplier<R> askAside(Query<R> query) {
        R answer = ask(query);
        return () -> answer;
    }

    /** Asks on behalf of whatever question is being answered on the calling thread. */
    static QueryGateway ofTheQuestionAtHand() {
        return new QueryGateway() {
            @Override
            public <R> R ask(Query<R> query) {
                if (!AT_HAND.isBound()) {
                    throw new IllegalStateException("Only an answer to a question asks others");
                }
                return AT_HAND.get().ask(query);
            }

            @Override
            public <R> Supplier<R> askAside(Query<R> query) {
                return AT_HAND.isBound() ? AT_HAND.get().askAside(query) : QueryGateway.super.askAside(query);
            }
        };
    }
}
