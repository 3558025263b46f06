package encore.kernel.points;

/** The answer to an award: the fan and the record's id (the first one's, when the award key was known). */
public record Awarded(long fanId, String fanPointUid) {}
