package encore.kernel.campaigns;

/**
 * How often a campaign was entered on some days.
 *
 * @param optIns those of the entries that came with a consent to be written to
 */
public record EntryCounts(long pageTabId, long entries, long optIns) {}
