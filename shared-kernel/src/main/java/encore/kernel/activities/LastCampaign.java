package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * What a fan did last that had a title.
 *
 * @param pageTabId null when it was in no campaign
 * @param title null when it was in one, whose name the campaign knows, until that is joined
 */
public record LastCampaign(long fanId, @Nullable Long pageTabId, @Nullable String title) {}
