package encore.query.shows;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.paging.Paging.NextKey;
import encore.query.projection.QueryGateway;

/** Checks that a campaign has a live show. */
public final class ShowCampaigns {

    private ShowCampaigns() {}

    /** Refuses an unknown campaign (404), and one whose app_type has no show (400). Returns the campaign. */
    public static Campaign mustHaveShow(long account, long pageTabId, QueryGateway queryGateway) {
        Campaign campaign = queryGateway.ask(new FindCampaign(account, pageTabId));
        campaign.appType().mustHaveShow();
        return campaign;
    }

    /** Refuses such a campaign for the first page of a list alone. */
    public static void mustHaveShow(long account, long pageTabId, NextKey paging, QueryGateway queryGateway) {
        if (paging.after() == null) {
            mustHaveShow(account, pageTabId, queryGateway);
        }
    }
}
