package encore.kernel.sessions;

import encore.kernel.PositionedAnswer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session that is live, as gateways remember it.
 *
 * @param sessionHash the session_ref
 * @param fanId null for a guest
 * @param loginAt the time of the login
 * @param trustedUntil the time after which a gateway asks again: the session ends then, or a use prolongs it
 * @param position a position at which every event of the session is known; reads of the session wait for it
 */
public record LiveSessionState(
        String sessionHash, @Nullable Long fanId, Instant loginAt, Instant trustedUntil, long position)
        implements PositionedAnswer<LiveSessionState> {

    public boolean isGuest() {
        return fanId == null;
    }

    @Override
    public LiveSessionState withPosition(long written) {
        return new LiveSessionState(sessionHash, fanId, loginAt, trustedUntil, written);
    }
}
