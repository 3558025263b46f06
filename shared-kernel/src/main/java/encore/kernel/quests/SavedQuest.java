package encore.kernel.quests;

/** The answer to a command of a quest: its id. */
public record SavedQuest(long pageTabId) {}
