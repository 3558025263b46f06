package encore.kernel.points;

/** The sum of a campaign's records of points, of any type. */
public record CampaignPoints(long totalPoints) {}
