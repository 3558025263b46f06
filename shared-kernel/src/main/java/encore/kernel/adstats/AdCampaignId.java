package encore.kernel.adstats;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A campaign of an ad network; prints as {@code ad_campaign.<account>.<hash>}.
 *
 * @param hash the first 16 bytes of the SHA-256 hash of its keys, since a key may have any characters
 */
public record AdCampaignId(long account, String hash) implements StreamId {

    private static final int HASH_BYTES = 16;

    @JsonCreator
    public static AdCampaignId parse(String text) {
        String[] parts = StreamNames.split(text, "ad_campaign", 3);
        return new AdCampaignId(Long.parseLong(parts[1]), parts[2]);
    }

    public static AdCampaignId of(long account, AdCampaignKey key) {
        // No text of a call contains NUL.
        String text = String.join("\0", key.network(), key.adAccountKey(), key.campaignKey());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return new AdCampaignId(account, HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_BYTES)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("Every JDK has SHA-256", missing);
        }
    }

    @Override
    public String toString() {
        return "ad_campaign." + account + "." + hash;
    }
}
