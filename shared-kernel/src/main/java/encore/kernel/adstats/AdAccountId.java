package encore.kernel.adstats;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.names.HashedName;

/**
 * An ad account of an ad network; prints as {@code ad_account.<account>.<hash>}.
 *
 * @param hash the hash of network and key, since a key may have any characters
 */
public record AdAccountId(long account, String hash) implements StreamId {

    @JsonCreator
    public static AdAccountId parse(String text) {
        String[] parts = StreamNames.split(text, "ad_account", 3);
        return new AdAccountId(Long.parseLong(parts[1]), parts[2]);
    }

    public static AdAccountId of(long account, String network, String adAccountKey) {
        return new AdAccountId(account, HashedName.of(network, adAccountKey));
    }

    @Override
    public String toString() {
        return "ad_account." + account + "." + hash;
    }
}
