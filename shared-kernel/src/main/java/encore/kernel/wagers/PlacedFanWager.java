package encore.kernel.wagers;

/** The answer to a stake. */
public record PlacedFanWager(String fanWagerUid) {}
