package encore.api.rsocket;

import encore.api.fanout.RoomTransport;
import encore.api.live.FrameWriter;
import encore.api.problems.Problem;
import io.rsocket.RSocketErrorException;
import io.rsocket.exceptions.ConnectionCloseException;
import io.rsocket.exceptions.ConnectionErrorException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.socket.CloseStatus;

/** The last frame of a connection: what {@code /ws} says by the code of its close is an error with a problem here. */
public final class ConnectionEnd {

    private static final Duration REFUSED_FOR = Duration.ofMinutes(1);

    private ConnectionEnd() {}

    /**
     * Returns the error for a status. One without a problem of its own asks the client to come back.
     *
     * @param isAddressBanned whether the client's address is banned, or else the fan
     */
    static RSocketErrorException of(CloseStatus status, boolean isAddressBanned) {
        Problem problem = problem(status, isAddressBanned);
        return problem == null
                ? new ConnectionCloseException(FrameWriter.error(Problem.unavailable(
                        "stopping",
                        "The connection ends; connect again and resume after the last position.",
                        Duration.ofSeconds(1))))
                : new ConnectionErrorException(FrameWriter.error(problem));
    }

    /** Returns the code and the problem that a client gets for a status. */
    public static String describe(CloseStatus status) {
        Problem problem = problem(status, false);
        return problem == null
                ? "CONNECTION_CLOSE /problems/stopping"
                : "CONNECTION_ERROR /problems/" + problem.type()
                        + (status.equals(RoomTransport.BANNED) ? " or /problems/" + Problem.BANNED : "");
    }

    private static @Nullable Problem problem(CloseStatus status, boolean isAddressBanned) {
        if (status.equals(RoomTransport.REPLACED)) {
            return new Problem(
                    HttpStatus.CONFLICT,
                    "replaced",
                    "The fan or guest joined with a later connection. Do not come back by yourself.",
                    List.of(),
                    Map.of());
        }
        if (status.equals(RoomTransport.BANNED)) {
            return isAddressBanned ? Problem.banned() : Problem.fanBanned();
        }
        if (status.equals(RoomTransport.REVOKED)) {
            return Problem.unauthorized("revoked", "The api_key was revoked, or the session has ended.");
        }
        if (status.equals(RoomTransport.UNKNOWN)) {
            return Problem.unauthorized("session-missing", "No join with a session arrived in time.");
        }
        if (status.equals(RoomTransport.REFUSED)) {
            return Problem.tooMany("too-many-frames", "Too many frames of this connection were refused.", REFUSED_FOR);
        }
        return status.equals(CloseStatus.TOO_BIG_TO_PROCESS)
                ? Problem.unreadable("too-large", "A frame has at most 16 KiB.")
                : null;
    }
}
