package encore.kernel.hiddenfans;

/** A fan that the leaderboard of a campaign leaves out. */
public record HiddenFan(long fanId) {}
