package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * What a fan did last that had a title.
 *
 * @param pageTabId null when it was in no campaign
 * @param title what the campaign is called, or what the activity itself says
 */
public record LastCampaign(long fanId, @Nullable Long pageTabId, String title) {}
