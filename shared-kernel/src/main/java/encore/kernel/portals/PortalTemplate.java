package encore.kernel.portals;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A template that was made on a portal. */
public record PortalTemplate(
        String templateUid,
        String templateName,
        @Nullable String performanceUid,
        @Nullable String mediaUid,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
