package encore.infra.backend;

/**
 * The answer to a query.
 *
 * @param lag the number of events that the answer is behind the wanted position, mostly 0
 * @param position the position that every projection of the answer had reached before it was read; the answer may also
 *     contain later events. 0 if it is not known
 */
public record QueryResult(Object answer, long lag, long position) {

    /** Creates an answer of an unknown position. */
    public QueryResult(Object answer, long lag) {
        this(answer, lag, 0);
    }
}
