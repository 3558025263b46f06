package encore.kernel.quests;

/**
 * The state of a quest for decisions of other features.
 *
 * @param pointUid the point type of its points
 * @param details only the components that belong to its type, its restriction and its reward
 * @param isDeleted whether the quest was deleted, or its business was removed
 */
public record QuestState(
        long businessId, QuestType questType, String pointUid, QuestDetails details, boolean isDeleted) {}
