package encore.kernel.updates;

import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolEvent;
import encore.kernel.performances.Performance;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What changed since some time; null is what was not asked for.
 *
 * @param next the second to ask from the next time: nothing can appear before it any more
 */
public record Updates(
        @Nullable Changes<Performance> performances,
        @Nullable Changes<Idol> idols,
        @Nullable Changes<IdolEvent> idolEvents,
        Instant next) {}
