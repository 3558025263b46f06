package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * The number of activities in a campaign, or with a title that is not a campaign's.
 *
 * @param title in the spelling of the first activity
 * @param propertyName the property that the counted activities carry; null when all are counted
 * @param first the position of the first activity
 */
public record ActivityTally(
        @Nullable Long pageTabId, String title, @Nullable String propertyName, long counter, long first) {}
