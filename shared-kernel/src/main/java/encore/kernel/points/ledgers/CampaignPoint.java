package encore.kernel.points.ledgers;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A record of points of a campaign, without personal data. */
public record CampaignPoint(
        long fanId,
        long pointCount,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,

        @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
        Instant effectiveAtIso) {}
