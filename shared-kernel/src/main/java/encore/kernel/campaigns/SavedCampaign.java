package encore.kernel.campaigns;

/** The answer to a command on a campaign: which one it was. */
public record SavedCampaign(long pageTabId) {}
