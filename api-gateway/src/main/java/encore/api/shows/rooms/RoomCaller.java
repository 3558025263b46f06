package encore.api.shows.rooms;

import encore.infra.backend.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fan who sent a frame.
 *
 * @param caller sends commands and asks queries as the fan's session
 * @param arrivedAt when the frame reached this gateway. Time limits are compared with it
 * @param key the key of the frame, under which it is honoured once for the session; null for none
 */
public record RoomCaller(
        Caller caller,
        long account,
        long fanId,
        String ipAddress,
        Instant arrivedAt,
        @Nullable String key) {}
