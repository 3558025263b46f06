package encore.kernel.campaigns;

/**
 * The name of a campaign as it is claimed: unique in its account, compared exactly except for leading and trailing
 * space.
 *
 * @param claimed the value of the claim on a name
 */
public record CampaignName(String claimed) {

    /** The space of the claims; their owners are {@link CampaignId}s. */
    public static final String SPACE = "campaign_name";

    public CampaignName {
        claimed = claimed.strip();
    }

    /** Returns the value of the claim on a name. */
    public static String claimed(String name) {
        return new CampaignName(name).claimed();
    }
}
