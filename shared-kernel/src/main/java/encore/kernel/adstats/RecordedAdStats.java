package encore.kernel.adstats;

/**
 * The answer to an import of ad statistics.
 *
 * @param rowCount the rows that were sent
 * @param changedCount the days that are new or have other numbers than before
 */
public record RecordedAdStats(int rowCount, int changedCount) {

    public RecordedAdStats plus(RecordedAdStats other) {
        return new RecordedAdStats(rowCount + other.rowCount, changedCount + other.changedCount);
    }
}
