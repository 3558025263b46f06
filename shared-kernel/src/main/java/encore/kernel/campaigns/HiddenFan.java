package encore.kernel.campaigns;

/** A fan that a campaign's leaderboard leaves out. */
public record HiddenFan(long fanId) {}
