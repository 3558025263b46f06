package encore.infra.backend;

/**
 * Answers a question.
 *
 * @param lag how many events the answer is short of the wanted position, mostly 0
 */
public record QueryResult(Object answer, long lag) {}
