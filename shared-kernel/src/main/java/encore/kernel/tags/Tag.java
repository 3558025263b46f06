package encore.kernel.tags;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A tag as the API answers it. */
public record Tag(
        long tagId,
        String tagName,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
