package encore.kernel.points;

/** A fan's place among those who got points in a window of days. */
public record LeaderboardRow(String pointName, long fanId, long fanPointCount, long rank) {}
