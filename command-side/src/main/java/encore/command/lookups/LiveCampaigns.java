package encore.command.lookups;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;

/** Tells which campaigns have a live show. */
public final class LiveCampaigns {

    private LiveCampaigns() {}

    /**
     * Throws a Refusal when a campaign that the path names has no show: as unknown (404) when there is no such campaign, by
     * a rule (400) when it is of another app_type than fanxp and livexp.
     */
    public static void mustHaveShow(CampaignId campaign, Streams streams) {
        streams.mustBeKnown(campaign);
        CampaignCreated created = streams.firstEvent(campaign, CampaignCreated.class);
        if (created == null || created.appType() != AppType.FANXP && created.appType() != AppType.LIVEXP) {
            throw new Refusal(RULE, "no-show", "page_tab_id", "Only campaigns of fanxp and livexp have a live show.");
        }
    }
}
