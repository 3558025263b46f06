package encore.api.points;

/** Tells what a fan on a board has now. */
record ChangedBalance(long fanId, long fanPointCount) {}
