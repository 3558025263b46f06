package encore.command.activities;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import org.jspecify.annotations.Nullable;

/** Finds the campaign with this title. The claims on campaign names know the owner of each. */
final class CampaignByTitle {

    private CampaignByTitle() {}

    static @Nullable CampaignId find(long account, @Nullable String title, Claims claims) {
        if (title == null) {
            return null;
        }
        String owner = claims.ownerOf(new Claim(CampaignName.SPACE, account, CampaignName.claimed(title)));
        return owner == null ? null : StreamId.parse(CampaignId.class, owner);
    }
}
