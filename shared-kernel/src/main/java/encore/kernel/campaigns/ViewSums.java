package encore.kernel.campaigns;

/**
 * What was reported of a campaign over some days.
 *
 * @param maxViews the most views on one of them
 */
public record ViewSums(long pageTabId, long views, long shares, long maxViews) {}
