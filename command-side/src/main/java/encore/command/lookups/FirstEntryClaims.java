package encore.command.lookups;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.activities.ActivityId;
import encore.kernel.fans.FanId;

/**
 * Takes the claim on a fan's first activity in a campaign or on a quest. Of many concurrent activities one gets it. The
 * claim stays after the fan is erased, since no other fan gets its number.
 */
public final class FirstEntryClaims {

    private FirstEntryClaims() {}

    /**
     * Takes the claim if it is free, and returns whether it was. The claim is looked up once, since another command may
     * take it a moment later.
     */
    public static boolean takeIfFree(FanId fan, long pageTabId, ActivityId activity, Claims claims) {
        Claim claim = claim(fan, pageTabId);
        boolean first = claims.ownerOf(claim) == null;
        if (first) {
            claims.take(claim, activity);
        }
        return first;
    }

    public static Claim claim(FanId fan, long pageTabId) {
        return new Claim("first_entry", fan.account(), pageTabId + "." + fan.number());
    }
}
