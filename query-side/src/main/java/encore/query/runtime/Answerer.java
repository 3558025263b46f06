package encore.query.runtime;

/**
 * Answers what no projection's documents hold: questions about the log itself, or about the projections' work. A
 * package-private Spring component with {@code @QueryHandler Answer find(SomeQuery query)} methods; it may ask
 * {@link Questions}.
 */
public interface Answerer {}
