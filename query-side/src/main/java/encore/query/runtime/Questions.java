package encore.query.runtime;

import encore.kernel.Query;

/**
 * How one projection's answer uses another feature's: by its query, never by its collection. The other projection is
 * waited for to the same position as the question at hand; when that takes time, the answer at
 * hand is given up and begun anew, so ask before reading much.
 */
public interface Questions {

    <R> R ask(Query<R> query);

    /** Asks on behalf of whatever question is being answered on the calling thread. */
    static Questions ofTheQuestionAtHand() {
        return Asking.questions();
    }
}
