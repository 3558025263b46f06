package encore.kernel.adstats;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.names.HashedName;

/**
 * A campaign of an ad network; prints as {@code ad_campaign.<account>.<hash>}.
 *
 * @param hash the hash of its keys, since a key may have any characters
 */
public record AdCampaignId(long account, String hash) implements StreamId {

    @JsonCreator
    public static AdCampaignId parse(String text) {
        String[] parts = StreamNames.split(text, "ad_campaign", 3);
        return new AdCampaignId(Long.parseLong(parts[1]), parts[2]);
    }

    public static AdCampaignId of(long account, AdCampaignKey key) {
        return new AdCampaignId(account, HashedName.of(key.network(), key.adAccountKey(), key.campaignKey()));
    }

    @Override
    public String toString() {
        return "ad_campaign." + account + "." + hash;
    }
}
