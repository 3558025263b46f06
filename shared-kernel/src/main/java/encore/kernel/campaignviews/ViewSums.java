package encore.kernel.campaignviews;

/**
 * The sums of reported views and shares of a campaign over some days.
 *
 * @param maxViews the largest number of views on one day
 */
public record ViewSums(long pageTabId, long views, long shares, long maxViews) {}
