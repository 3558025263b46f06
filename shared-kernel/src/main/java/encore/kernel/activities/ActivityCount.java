package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * The number of activities with a title.
 *
 * @param propertyName the property that the counted activities carry; null when all are counted
 */
public record ActivityCount(
        long accountId, String campaignTitle, @Nullable String propertyName, long counter) {}
