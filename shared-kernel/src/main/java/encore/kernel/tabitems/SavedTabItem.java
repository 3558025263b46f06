package encore.kernel.tabitems;

/** The answer to a command of a tab item: its id. */
public record SavedTabItem(long tabItemId) {}
