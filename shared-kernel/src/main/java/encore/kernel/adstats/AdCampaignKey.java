package encore.kernel.adstats;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;

/** The keys under which an ad network knows a campaign. */
public record AdCampaignKey(
        @PublishedValue @NotPersonal("the name of an ad network")
        String network,

        @PublishedValue @NotPersonal("the key of an ad account")
        String adAccountKey,

        @PublishedValue @NotPersonal("the key of an ad campaign")
        String campaignKey) {}
