package encore.api.shows;

import encore.api.keys.KnownSession;
import encore.api.problems.Problem;
import org.springframework.web.server.ServerWebExchange;

/** Finds the fan of a call in a show whose secret may stand in for a session, though this call needs a fan. */
public final class FanOfCall {

    private FanOfCall() {}

    /** Returns the fan_id. Throws a {@link Problem}: 401 without a session, 400 {@code guest} for a guest's. */
    public static long require(ServerWebExchange exchange) {
        KnownSession session = exchange.getAttribute(KnownSession.class.getName());
        if (session == null) {
            throw Problem.unauthorized("session-missing", "Send the session_uid of a fan.");
        }
        Long fanId = session.fanId();
        if (fanId == null) {
            throw Problem.unreadable("guest", "A guest only reads in a show: log in as a fan.");
        }
        return fanId;
    }
}
