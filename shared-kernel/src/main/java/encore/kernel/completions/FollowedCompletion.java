package encore.kernel.completions;

import org.jspecify.annotations.Nullable;

/**
 * The part of a completion that followers see. A component is null for an event without it.
 *
 * @param questPageTabId the quest that was completed
 * @param questPoints the points that the completion gives; null for none
 */
public record FollowedCompletion(
        @Nullable Long questPageTabId,
        @Nullable Long questBusinessId,
        @Nullable String questPerformanceUid,
        @Nullable Long questPoints) {}
