package encore.kernel.campaigns;

/** Says how a campaign's name is claimed: once in its account, compared exactly but for space around it. */
public final class CampaignNames {

    /** The space of the claims; their owners are {@link CampaignId}s. */
    public static final String SPACE = "campaign_name";

    private CampaignNames() {}

    /** The value of the claim on a name. */
    public static String claimed(String name) {
        return name.strip();
    }
}
