package encore.kernel.media;

import encore.kernel.fans.FanId;
import org.jspecify.annotations.Nullable;

/**
 * A media asset as gateways need it to answer its image.
 *
 * @param fan the fan whose personal data the asset is; null when it is the account's
 * @param parts the number of parts in which its bytes are stored
 * @param hash the SHA-256 of the stored parts, in hex
 */
public record MediaAsset(MediaId media, @Nullable FanId fan, ImageFacts image, int parts, String hash) {}
