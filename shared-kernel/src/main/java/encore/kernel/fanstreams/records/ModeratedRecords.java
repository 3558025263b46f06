package encore.kernel.fanstreams.records;

/** The answer to a change of records: how many there were. */
public record ModeratedRecords(int count) {}
