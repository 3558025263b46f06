package encore.kernel.shows.replays;

/** The id of a replay that was opened, changed or ended. */
public record SavedReplay(long pageTabId, String replayUid) {}
