package encore.api.socketio;

import encore.api.fanout.RoomTransport;
import java.util.Objects;
import java.util.Set;
import org.springframework.web.reactive.socket.CloseStatus;

/**
 * The data of the event {@code closing}, which Socket.IO clients are sent before a DISCONNECT and the close.
 *
 * @param code the code of the close, as at {@code /ws}
 */
public record Closing(int code, String reason) {

    /** The codes after which the client must stay away. After a bare close the library comes back by itself. */
    private static final Set<Integer> STAY_AWAY =
            Set.of(RoomTransport.REPLACED.getCode(), RoomTransport.BANNED.getCode());

    static Closing of(CloseStatus status) {
        return new Closing(status.getCode(), Objects.requireNonNullElse(status.getReason(), ""));
    }

    /** Whether a client gets a frame before a close with this status. */
    public static boolean isFor(CloseStatus status) {
        return STAY_AWAY.contains(status.getCode());
    }
}
