package encore.kernel.wagers;

/** How often and how much fans staked on a wager, and what they were paid or got back. */
public record WagerTally(String wagerUid, long fanWagerCount, long debitPointCount, long creditPointCount) {

    /** Of a wager that nobody staked on. */
    public static WagerTally none(String wagerUid) {
        return new WagerTally(wagerUid, 0, 0, 0);
    }
}
