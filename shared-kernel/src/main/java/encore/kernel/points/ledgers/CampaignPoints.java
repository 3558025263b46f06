package encore.kernel.points.ledgers;

/** The sum of the points of a campaign, of all types. */
public record CampaignPoints(long totalPoints) {}
