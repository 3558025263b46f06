package encore.api.keys;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.sessions.LiveSessionState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A session that was live when it was looked up. */
public final class KnownSession {

    /** The actor of calls with a session is this prefix and its session_ref. */
    private static final String ACTOR = "session:";

    private static final Duration RECENT = Duration.ofHours(1);

    private final long account;
    private final LiveSessionState state;
    private final FanMark fan;

    /** The mark of a fan, which all its known sessions share: an erasure ends them without a search. */
    static final class FanMark {
        private volatile boolean erased;

        void erase() {
            erased = true;
        }
    }

    KnownSession(long account, LiveSessionState state, FanMark fan) {
        this.account = account;
        this.state = state;
        this.fan = fan;
    }

    public long account() {
        return account;
    }

    /** Returns the session_ref. */
    public String ref() {
        return state.sessionHash();
    }

    /** Returns the fan, or null for a guest. */
    public @Nullable Long fanId() {
        return state.fanId();
    }

    /** Returns the fan. Throws a {@link Problem} (400, naming session_uid) for a guest, who has nothing to change. */
    public long mustBeOfFan() {
        Long fanId = state.fanId();
        if (fanId == null) {
            throw Problem.input("session_uid", ErrorCode.VALUE, "is a guest's: a guest has no fan to change");
        }
        return fanId;
    }

    public boolean isGuest() {
        return state.isGuest();
    }

    /** Whether the fan logged in within the last hour. A password and a contact that is added require it. */
    public boolean isOfRecentLogin(Instant now) {
        return state.loginAt().isAfter(now.minus(RECENT));
    }

    /** Returns the position that reads of this session wait for. */
    public long position() {
        return state.position();
    }

    /** Returns the name under which the log records the session's actions. */
    public String actor() {
        return ACTOR + ref();
    }

    /** Returns the owner of the idempotency keys of calls that this session authorises: no fan can use up another's. */
    public String keyOwner() {
        return account + ":" + ref();
    }

    boolean isOfErasedFan() {
        return fan.erased;
    }

    /** Whether it may be used without asking again. */
    boolean isTrusted(Instant now) {
        return now.isBefore(state.trustedUntil());
    }
}
