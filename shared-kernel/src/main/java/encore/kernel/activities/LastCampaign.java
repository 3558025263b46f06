package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * The latest activity of a fan that has a title.
 *
 * @param pageTabId null when it was in no campaign
 * @param title the name of the campaign, or the title that the activity itself names
 */
public record LastCampaign(long fanId, @Nullable Long pageTabId, String title) {}
