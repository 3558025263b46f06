package encore.query.runtime;

import encore.kernel.Query;

/**
 * How one projection's answer uses another feature's: by its query, never by its collection. The other projection is
 * waited for to the same position as the question at hand; call it before or after reading documents, not inside.
 */
public interface Questions {

    <R> R ask(Query<R> query);
}
