package encore.kernel.campaignstats;

/**
 * The number of entries in a campaign on some days.
 *
 * @param optIns the number of entries that came with a consent to messages
 */
public record EntryCounts(long pageTabId, long entries, long optIns) {}
