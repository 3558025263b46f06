package encore.kernel.fanwagers;

/** The answer to a stake. */
public record PlacedFanWager(String fanWagerUid) {}
