package encore.kernel.updates;

import encore.kernel.idolevents.IdolEvent;
import encore.kernel.idols.Idol;
import encore.kernel.performances.Performance;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The records that changed since some time. A kind that is not asked for is null.
 *
 * @param next the second to ask from the next time: no change can be added before it any more
 */
public record Updates(
        @Nullable UpdatedRecords<Performance> performances,
        @Nullable UpdatedRecords<Idol> idols,
        @Nullable UpdatedRecords<IdolEvent> idolEvents,
        Instant next) {}
