package encore.kernel.adstats;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.told.ToldValue;

/** The keys under which an ad network knows a campaign. */
public record AdCampaignKey(
        @ToldValue @NotPersonal("the name of an ad network") String network,
        @ToldValue @NotPersonal("the key of an ad account") String adAccountKey,
        @ToldValue @NotPersonal("the key of an ad campaign") String campaignKey) {}
