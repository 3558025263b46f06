package encore.query.shows.stats;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.paging.Paging.NextKey;
import encore.query.projection.QueryGateway;

/** Tells which campaigns have a show. */
final class ShowCampaign {

    private ShowCampaign() {}

    /**
     * Refuses a campaign that is unknown or deleted as unknown, and one that can have no show by a rule. Only the first page
     * of an answer asks.
     */
    static void mustHaveShow(long account, long pageTabId, NextKey paging, QueryGateway queryGateway) {
        if (paging.after() != null) {
            return;
        }
        if (!queryGateway.ask(new FindCampaign(account, pageTabId)).appType().hasShow()) {
            throw new Refusal(RULE, "no-show", "page_tab_id", "Only campaigns of fanxp and livexp have a live show.");
        }
    }
}
