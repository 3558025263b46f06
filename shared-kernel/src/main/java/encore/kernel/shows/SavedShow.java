package encore.kernel.shows;

/** The id of a show that was changed. */
public record SavedShow(long pageTabId) {}
