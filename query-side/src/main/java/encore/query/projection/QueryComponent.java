package encore.query.projection;

/**
 * Answers what no one projection's documents hold: joins of several, questions about the log itself, or about the
 * projections' work. A package-private Spring component with {@code @QueryHandler Answer find(SomeQuery query)} methods; it
 * may ask {@link QueryGateway}, and holds no documents while it does.
 */
public interface QueryComponent {}
