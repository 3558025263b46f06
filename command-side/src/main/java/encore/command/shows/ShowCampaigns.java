package encore.command.shows;

import encore.infra.eventstore.Streams;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowId;

/** Checks that a campaign has a live show. */
public final class ShowCampaigns {

    private ShowCampaigns() {}

    /** Refuses an unknown campaign (404), and one whose app_type has no show (400). */
    public static void mustHaveShow(ShowId show, Streams streams) {
        CampaignId campaign = show.campaign();
        streams.mustBeKnown(campaign);
        CampaignCreated created = streams.firstEvent(campaign, CampaignCreated.class);
        if (created != null) {
            created.appType().mustHaveShow();
        }
    }
}
