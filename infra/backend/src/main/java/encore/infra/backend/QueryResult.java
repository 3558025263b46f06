package encore.infra.backend;

/**
 * The answer to a query.
 *
 * @param lag the number of events that the answer is behind the wanted position, mostly 0
 */
public record QueryResult(Object answer, long lag) {}
