package encore.kernel.connections;

import java.time.Instant;

/**
 * The other fan of a connection, as one fan sees it. How it is called is the fans' to say.
 *
 * @param isRequester whether this other fan asked
 */
public record ConnectedFan(long fanId, ConnectionStatus status, boolean isRequester, Instant lastUpdateTimestamp) {}
