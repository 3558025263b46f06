package encore.api.points;

/** The new balance of a fan on a leaderboard. */
record ChangedBalance(long fanId, long fanPointCount) {}
