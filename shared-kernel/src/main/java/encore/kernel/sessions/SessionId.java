package encore.kernel.sessions;

import encore.kernel.StreamId;

/**
 * A session by its name, when it is not known yet whether a fan or a guest has it; prints as {@code
 * session.<account>.<session_ref>}. Commands are routed by it. No stream of the log has this name.
 */
@StreamId.Kind("session")
public record SessionId(long account, String ref) implements StreamId {

    /** The space of the claims that lead from a session to the logins of its fan. */
    public static final String SPACE = "session";

    /** Returns the stream of this session, if it is a guest's. */
    public GuestId guest() {
        return new GuestId(account, ref);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
