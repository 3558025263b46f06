package encore.kernel.media;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A media asset in the account's view.
 *
 * @param fanId the fan whose personal data the asset is; null when it is the account's
 * @param width in pixels
 * @param height in pixels
 * @param byteCount the length of the stored file in bytes
 */
public record Media(
        String mediaUid,
        @Nullable Long fanId,
        ImageType imageType,
        int width,
        int height,
        long byteCount,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
