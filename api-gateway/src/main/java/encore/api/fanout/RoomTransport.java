package encore.api.fanout;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.socket.CloseStatus;

/** The connection of a client in rooms, over any transport. */
public interface RoomTransport {

    /** The owner joined with a later connection. The client must not come back by itself. */
    CloseStatus REPLACED = new CloseStatus(4001, "replaced");

    /** The client did not authenticate in time. */
    CloseStatus UNKNOWN = new CloseStatus(4002, "unknown");

    /** The key was revoked, or the session has ended. */
    CloseStatus REVOKED = new CloseStatus(4003, "revoked");

    /** The address or the fan is banned. */
    CloseStatus BANNED = new CloseStatus(4003, "banned");

    /** The client sent too many frames that were refused. */
    CloseStatus REFUSED = new CloseStatus(1008, "refused");

    /** The largest frame of a client, in bytes. */
    int MAX_FRAME_BYTES = 16 * 1_024;

    /** The gateway has heard nothing of its query side for a while. The client comes back, to another gateway. */
    CloseStatus CUT_OFF = new CloseStatus(1013, "cut off");

    /** Returns the headers of the handshake. */
    HttpHeaders headers();

    /** Returns the address of the client; null when it is not known. */
    @Nullable
    InetSocketAddress clientAddress();

    /** Closes the connection, after what was written before. */
    void end(CloseStatus status);
}
