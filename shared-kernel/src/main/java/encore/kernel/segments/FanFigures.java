package encore.kernel.segments;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is so of how many fans.
 *
 * @param lastUpdate the latest of them, null of nobody
 */
public record FanFigures(
        long fanCount,
        long emailCount,
        long phoneCount,
        long emailSubscribeCount,
        long phoneSubscribeCount,
        long optoutCount,
        @Nullable Instant lastUpdate) {}
