package encore.query.projection;

import encore.kernel.Query;

/**
 * Lets one projection's answer use another feature's: by its query, never by its collection. The other projection is
 * waited for to the same position as the question at hand; when that takes time, the answer at hand is given up and
 * begun anew, so ask before reading much.
 */
public interface QueryGateway {

    /** Bound while a handler runs, on whichever thread. */
    ScopedValue<QueryGateway> AT_HAND = ScopedValue.newInstance();

    <R> R ask(Query<R> query);

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
        };
    }
}
