package encore.kernel.connections;

import java.time.Instant;

/**
 * The other fan of a connection, in the view of one fan. Its name belongs to the feature of fans.
 *
 * @param isRequester whether this other fan asked for the connection
 */
public record ConnectedFan(long fanId, ConnectionStatus status, boolean isRequester, Instant lastUpdateTimestamp) {}
