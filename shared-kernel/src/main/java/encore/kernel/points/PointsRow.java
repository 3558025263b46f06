package encore.kernel.points;

/** A row of {@code GET /v1/crm/points}: of a leaderboard, or a kind of points. */
public sealed interface PointsRow permits LeaderboardRow.RankedFan, PointType {}
