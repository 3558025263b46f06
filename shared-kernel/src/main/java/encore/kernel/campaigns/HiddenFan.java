package encore.kernel.campaigns;

/** A fan that the leaderboard of a campaign leaves out. */
public record HiddenFan(long fanId) {}
