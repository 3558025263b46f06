package encore.kernel.points;

/** A row of {@code GET /v1/crm/points}: a rank of a leaderboard, or a point type. */
public sealed interface PointsRow permits LeaderboardRow.RankedFan, PointType {}
