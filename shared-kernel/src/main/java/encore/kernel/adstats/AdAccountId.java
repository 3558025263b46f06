package encore.kernel.adstats;

import encore.kernel.StreamId;
import encore.kernel.names.HashedName;
import encore.kernel.privacy.Secret;

/**
 * An ad account of an ad network; prints as {@code ad_account.<account>.<hash>}.
 *
 * @param hash the hash of network and key, since a key may have any characters
 */
@StreamId.Kind("ad_account")
public record AdAccountId(long account, @Secret String hash) implements StreamId {

    public static AdAccountId of(long account, String network, String adAccountKey) {
        return new AdAccountId(account, HashedName.of(network, adAccountKey));
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
