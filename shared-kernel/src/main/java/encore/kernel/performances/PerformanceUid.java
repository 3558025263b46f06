package encore.kernel.performances;

/** The answer to a new, changed or removed performance. */
public record PerformanceUid(String performanceUid) {}
