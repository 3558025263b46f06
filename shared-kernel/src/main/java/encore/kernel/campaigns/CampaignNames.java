package encore.kernel.campaigns;

/**
 * Names of campaigns as they are claimed: each once in its account, compared exactly but for space around it.
 *
 * @param claimed the value of the claim on a name
 */
public record CampaignNames(String claimed) {

    /** The space of the claims; their owners are {@link CampaignId}s. */
    public static final String SPACE = "campaign_name";

    public CampaignNames {
        claimed = claimed.strip();
    }

    /** The value of the claim on a name. */
    public static String claimed(String name) {
        return new CampaignNames(name).claimed();
    }
}
