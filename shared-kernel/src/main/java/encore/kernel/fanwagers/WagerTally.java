package encore.kernel.fanwagers;

/** The number and the sum of the stakes on a wager, and the sum of the points that were paid or returned. */
public record WagerTally(String wagerUid, long fanWagerCount, long debitPointCount, long creditPointCount) {

    /** Returns the sums of a wager without stakes. */
    public static WagerTally zero(String wagerUid) {
        return new WagerTally(wagerUid, 0, 0, 0);
    }
}
