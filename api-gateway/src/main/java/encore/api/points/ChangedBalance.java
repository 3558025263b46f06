package encore.api.points;

/** What a fan on a board has now. */
record ChangedBalance(long fanId, long fanPointCount) {}
