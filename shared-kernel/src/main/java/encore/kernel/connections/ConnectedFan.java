package encore.kernel.connections;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The other fan of a connection, as one fan sees it.
 *
 * @param displayName null when the fan has none
 * @param isRequester whether this other fan asked
 */
public record ConnectedFan(
        long fanId,
        @Nullable String displayName,
        ConnectionStatus status,
        boolean isRequester,
        @WireTime(WireTime.Form.SECONDS) Instant lastUpdateTimestamp) {}
