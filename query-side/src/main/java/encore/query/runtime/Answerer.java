package encore.query.runtime;

/**
 * Answers what no one projection's documents hold: joins of several, questions about the log itself, or about the
 * projections' work. A package-private Spring component with {@code @QueryHandler Answer find(SomeQuery query)} methods; it
 * may ask {@link Questions}, and holds no documents while it does.
 */
public interface Answerer {}
