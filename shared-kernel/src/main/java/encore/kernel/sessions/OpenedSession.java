package encore.kernel.sessions;

import encore.kernel.PositionedAnswer;
import encore.kernel.SecretAnswer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the opening of a session. The gateway adds the session_uid to the response, once.
 *
 * @param fanId null for a guest
 * @param expiresAt in whole seconds
 * @param position the position of the session's first event
 */
public record OpenedSession(@Nullable Long fanId, Instant expiresAt, long position)
        implements SecretAnswer, PositionedAnswer<OpenedSession> {

    /** Returns the answer before its position is known. */
    public static OpenedSession until(@Nullable Long fanId, Instant expiresAt) {
        return new OpenedSession(fanId, expiresAt, 0);
    }

    @Override
    public OpenedSession withPosition(long written) {
        return new OpenedSession(fanId, expiresAt, written);
    }
}
