package encore.kernel.campaigns;

/** The answer to a command of a campaign: its id. */
public record SavedCampaign(long pageTabId) {}
