package encore.api.keys;

import encore.kernel.sessions.LiveSessionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A session that was live when it was looked up. */
public final class KnownSession {

    /** The actor of calls with a session is this prefix and its session_ref. */
    private static final String ACTOR = "session:";

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

    public boolean isGuest() {
        return state.isGuest();
    }

    public Instant loginAt() {
        return state.loginAt();
    }

    /** Returns the position that reads of this session wait for. */
    public long position() {
        return state.position();
    }

    /** Returns the name under which the log records the session's actions. */
    public String actor() {
        return ACTOR + ref();
    }

    boolean isOfErasedFan() {
        return fan.erased;
    }

    /** Whether it may be used without asking again. */
    boolean isTrusted(Instant now) {
        return now.isBefore(state.trustedUntil());
    }
}
