package encore.kernel.performances;

/** The answer to the commands of a performance: its uid. */
public record PerformanceUid(String performanceUid) {}
