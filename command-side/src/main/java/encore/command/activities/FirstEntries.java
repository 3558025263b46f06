package encore.command.activities;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;

/**
 * Makes the claim on being a fan's first activity in a campaign: one of many at once has it. It is kept when the fan is
 * erased, whose number nobody has again.
 */
final class FirstEntries {

    private FirstEntries() {}

    /** Tells whether it is the first; asked once, since another may have taken it a moment later. */
    static boolean takeUnlessTaken(FanId fan, CampaignId campaign, ActivityId activity, Claims claims) {
        Claim claim = claim(fan, campaign);
        boolean first = claims.owner(claim) == null;
        if (first) {
            claims.take(claim, activity);
        }
        return first;
    }

    static Claim claim(FanId fan, CampaignId campaign) {
        return new Claim("first_entry", fan.account(), campaign.number() + "." + fan.number());
    }
}
