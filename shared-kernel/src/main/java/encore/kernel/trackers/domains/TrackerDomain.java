package encore.kernel.trackers.domains;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A domain of an account's trackers as the API answers it. */
public record TrackerDomain(
        String virtualDomain, @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {}
