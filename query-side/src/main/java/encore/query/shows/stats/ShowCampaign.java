package encore.query.shows.stats;

import encore.kernel.paging.Paging.NextKey;
import encore.query.projection.QueryGateway;
import encore.query.shows.boards.ShowCampaigns;

/** Checks the campaign of a list that is read in pages. */
final class ShowCampaign {

    private ShowCampaign() {}

    /** Refuses a campaign without a show, for the first page alone. */
    static void mustHaveShow(long account, long pageTabId, NextKey paging, QueryGateway queryGateway) {
        if (paging.after() == null) {
            ShowCampaigns.mustHaveShow(account, pageTabId, queryGateway);
        }
    }
}
