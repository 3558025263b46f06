package encore.kernel.live;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What followers see of an event. Nothing of it is personal, so no buffer ever holds what an erasure must reach.
 *
 * @param type its name in the log
 * @param fanId whom it is about, or null
 * @param pointUid of an award, as all that follows; null for other events
 * @param balance of the ledger with this award
 */
public record LiveEvent(
        long position,
        String type,
        @WireTime(WireTime.Form.BOTH) Instant time,
        String stream,
        @Nullable Long fanId,
        String command,
        String actor,
        @Nullable String pointUid,
        @Nullable String fanPointUid,
        @Nullable Long pointCount,
        @Nullable Long balance,
        @Nullable String pointType,
        @Nullable String pointSource) {}
