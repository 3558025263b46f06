package encore.kernel.points;

/** The sum of the points of a campaign, of all types. */
public record CampaignPoints(long totalPoints) {}
