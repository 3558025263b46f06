package encore.kernel.activities;

import org.jspecify.annotations.Nullable;

/**
 * How many activities there are in a campaign, or of a title that is none.
 *
 * @param title as the first of them said it
 * @param propertyName counts those that carry it; null counts all
 * @param first the position of the first one
 */
public record ActivityTally(
        @Nullable Long pageTabId, String title, @Nullable String propertyName, long counter, long first) {}
