package encore.kernel.tags;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That a fan has a tag (spec 2, 2).
 *
 * @param creationTimestamp when it was given
 */
public record FanTag(
        String tagName,
        long tagId,
        long fanId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String email) {}
