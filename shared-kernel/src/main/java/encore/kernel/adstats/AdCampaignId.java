package encore.kernel.adstats;

import encore.kernel.StreamId;
import encore.kernel.names.HashedName;
import encore.kernel.privacy.Secret;

/**
 * A campaign of an ad network; prints as {@code ad_campaign.<account>.<hash>}.
 *
 * @param hash the hash of its keys, since a key may have any characters
 */
@StreamId.Kind("ad_campaign")
public record AdCampaignId(long account, @Secret String hash) implements StreamId {

    public static AdCampaignId of(long account, AdCampaignKey key) {
        return new AdCampaignId(account, HashedName.of(key.network(), key.adAccountKey(), key.campaignKey()));
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
