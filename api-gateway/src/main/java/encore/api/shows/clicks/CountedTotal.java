package encore.api.shows.clicks;

/**
 * The clicks of a fan on a clicker.
 *
 * @param clickCount the fan's largest total, as counted
 */
record CountedTotal(String clickerInstanceUid, long clickCount) {}
