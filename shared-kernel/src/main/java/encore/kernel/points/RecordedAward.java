package encore.kernel.points;

/**
 * The answer to an award: the fan and the uid of the record. If the award key was used before, it is the uid of the
 * first record.
 */
public record RecordedAward(long fanId, String fanPointUid) {}
