package encore.command.activities;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;

/**
 * Takes the claim on a fan's first activity in a campaign. Of many concurrent activities one gets it. The claim stays
 * after the fan is erased, since no other fan gets its number.
 */
final class FirstEntryClaims {

    private FirstEntryClaims() {}

    /**
     * Takes the claim if it is free, and returns whether it was. The claim is looked up once, since another command may
     * take it a moment later.
     */
    static boolean takeIfFree(FanId fan, CampaignId campaign, ActivityId activity, Claims claims) {
        Claim claim = claim(fan, campaign);
        boolean first = claims.ownerOf(claim) == null;
        if (first) {
            claims.take(claim, activity);
        }
        return first;
    }

    static Claim claim(FanId fan, CampaignId campaign) {
        return new Claim("first_entry", fan.account(), campaign.number() + "." + fan.number());
    }
}
