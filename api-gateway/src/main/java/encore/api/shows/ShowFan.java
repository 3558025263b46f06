package encore.api.shows;

import encore.api.keys.KnownSession;
import encore.api.problems.Problem;
import org.jspecify.annotations.Nullable;

/** The fan of a call in a live show. */
public final class ShowFan {

    private ShowFan() {}

    /** Returns the fan of a session. Throws a {@link Problem}: 401 without a session, 400 {@code guest} for a guest's. */
    public static long of(@Nullable KnownSession session) {
        if (session == null) {
            throw Problem.unauthorized("session-missing", "Send the session_uid of a fan.");
        }
        Long fanId = session.fanId();
        if (fanId == null) {
            throw guest();
        }
        return fanId;
    }

    /** Returns the problem (400) of a guest who wants to do what only a fan may. */
    public static Problem guest() {
        return Problem.unreadable("guest", "A guest only reads in a show: log in as a fan.");
    }
}
