package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * How many activities there are of a title.
 *
 * @param propertyName counts those that carry it; null counts all
 */
public record ActivityCount(
        long accountId, String campaignTitle, @Nullable String propertyName, long counter) {}
