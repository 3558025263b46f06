package encore.api.shows;

import encore.api.keys.KnownSession;
import encore.api.problems.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

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
            throw new Problem(HttpStatus.BAD_REQUEST, "guest", "A guest reads only.", List.of(), Map.of());
        }
        return fanId;
    }
}
