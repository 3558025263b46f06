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

    static void takeUnlessTaken(FanId fan, CampaignId campaign, ActivityId activity, Claims claims) {
        if (!isTaken(fan, campaign, claims)) {
            claims.take(claim(fan, campaign), activity);
        }
    }

    static boolean isTaken(FanId fan, CampaignId campaign, Claims claims) {
        return claims.owner(claim(fan, campaign)) != null;
    }

    static Claim claim(FanId fan, CampaignId campaign) {
        return new Claim("first_entry", fan.account(), campaign.number() + "." + fan.number());
    }
}
