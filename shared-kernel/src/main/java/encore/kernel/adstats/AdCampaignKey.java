package encore.kernel.adstats;

import encore.kernel.privacy.NotPersonal;

/** The keys under which an ad network knows a campaign. */
public record AdCampaignKey(
        @NotPersonal("the name of an ad network") String network,
        @NotPersonal("the key of an ad account") String adAccountKey,
        @NotPersonal("the key of an ad campaign") String campaignKey) {}
