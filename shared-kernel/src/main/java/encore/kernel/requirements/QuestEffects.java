package encore.kernel.requirements;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a quest that a completion records.
 *
 * @param pointsReward null for none
 * @param pointType {@code vendora} or {@code vendorb}; null for none
 * @param title the title of the quest
 */
public record QuestEffects(
        String pointUid,
        @Nullable Long pointsReward,
        @Nullable String pointType,
        @Nullable String performanceUid,
        @Nullable String title) {}
