package encore.query.projection;

/**
 * Answers queries that no single projection's documents can answer: joins of several, queries about the log itself, or
 * about the projections' progress. It is a package-private Spring component with {@code @QueryHandler Answer
 * find(SomeQuery query)} methods. It may use {@link QueryGateway}, and has no documents open while it does.
 */
public interface QueryComponent {}
