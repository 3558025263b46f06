package encore.kernel.campaigns;

/** The answer to a command of a tab item: its id. */
public record SavedTabItem(long tabItemId) {}
