package encore.kernel.campaigns;

/** The answer to a command on a tab item: which one it was. */
public record SavedTabItem(long tabItemId) {}
