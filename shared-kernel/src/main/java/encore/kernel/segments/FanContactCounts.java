package encore.kernel.segments;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Counts of some fans: how many have an email, a phone, a subscription.
 *
 * @param lastUpdate the latest update of the fans; null when there are none
 */
public record FanContactCounts(
        long fanCount,
        long emailCount,
        long phoneCount,
        long emailSubscribeCount,
        long phoneSubscribeCount,
        long optoutCount,
        @Nullable Instant lastUpdate) {}
